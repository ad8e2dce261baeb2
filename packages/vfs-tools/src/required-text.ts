/**
 * Finds, part by part, a text that every match of a pattern holds: the longest run of plain characters outside its
 * groups. Where the pattern has alternatives there, or changes how letters are compared, none is known.
 */
export class RequiredText {
  #longest = "";
  #run = "";
  #depth = 0;
  #isKnown = true;

  /** Characters that stand for themselves. */
  plain(text: string): void {
    if (this.#depth === 0) this.#run += text;
  }

  /** Something else, of which nothing is known. */
  other(): void {
    if (this.#run.length > this.#longest.length) this.#longest = this.#run;
    this.#run = "";
  }

  /** A repetition of the character before it, or of what is not in the run anyway. */
  repetition(isOptional: boolean): void {
    if (isOptional) this.#run = this.#run.replace(/[\s\S]$/u, "");
    this.other();
  }

  open(): void {
    this.other();
    this.#depth++;
  }

  close(): void {
    this.other();
    this.#depth--;
  }

  alternative(): void {
    if (this.#depth === 0) this.#isKnown = false;
    this.other();
  }

  /** What comes next may mean something else than it seems to. */
  doubt(): void {
    this.#isKnown = false;
  }

  get text(): string | undefined {
    this.other();
    return this.#isKnown && this.#longest !== "" ? this.#longest : undefined;
  }
}
