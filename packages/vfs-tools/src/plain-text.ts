/**
 * Follows a pattern part by part, to find plain text in it: all that it is, or the longest run of characters outside its
 * groups, which every match holds. Where it has alternatives there, or changes how letters are compared, none is known.
 */
export class PlainText {
  #longest = "";
  #run = "";
  #depth = 0;
  #isKnown = true;
  #isAll = true;

  /** Characters that stand for themselves. */
  add(text: string): void {
    if (this.#depth === 0) this.#run += text;
  }

  /** Something else, of which nothing is known. */
  interrupt(): void {
    this.#isAll = false;
    this.#endRun();
  }

  /** A repetition of the character before it, or of what is not in the run anyway. */
  repeat(isOptional: boolean): void {
    if (isOptional) this.#run = this.#run.replace(/[\s\S]$/u, "");
    this.interrupt();
  }

  open(): void {
    this.interrupt();
    this.#depth++;
  }

  close(): void {
    this.interrupt();
    this.#depth--;
  }

  alternative(): void {
    if (this.#depth === 0) this.#isKnown = false;
    this.interrupt();
  }

  /** What comes next may mean something else than it seems to. */
  doubt(): void {
    this.#isKnown = false;
    this.interrupt();
  }

  /** The text that the pattern is, where it is no more than that. */
  get whole(): string | undefined {
    return this.#isAll ? this.#run : undefined;
  }

  /** A text that every match holds. */
  get required(): string | undefined {
    this.#endRun();
    return this.#isKnown && this.#longest !== "" ? this.#longest : undefined;
  }

  #endRun(): void {
    if (this.#run.length > this.#longest.length) this.#longest = this.#run;
    this.#run = "";
  }
}
