import type { BaseFile } from "./base-file.js";

/** What the base had at a path when the overlay first looked: a file, or none. */
export interface Sight {
  readonly file: BaseFile | undefined;
}

/** A moment to return to. Leads to what was forgotten after it, so that only the moments that somebody holds keep it. */
export interface Moment {
  forgotten?: ReadonlyMap<string, Sight>;
  next?: Moment;
}

const maximumReads = 65_536;

/** The first sight of each file of the base. The oldest are dropped past a limit. */
export class RememberedReads {
  #reads = new Map<string, Sight>();
  #now: Moment = {};

  get(path: string): Sight | undefined {
    return this.#reads.get(path);
  }

  set(path: string, sight: Sight): void {
    this.#reads.set(path, sight);
    if (this.#reads.size <= maximumReads) return;
    for (const oldest of this.#reads.keys()) {
      this.#reads.delete(oldest);
      return;
    }
  }

  forget(path: string): void {
    const sight = this.#reads.get(path);
    if (sight === undefined) return;
    this.#reads.delete(path);
    this.#pass(new Map([[path, sight]]));
  }

  forgetAll(): void {
    const forgotten = this.#reads;
    this.#reads = new Map();
    this.#pass(forgotten);
  }

  moment(): Moment {
    return this.#now;
  }

  /** Brings back what was known at the moment. What became known since then stays known. */
  returnTo(moment: Moment): void {
    const known = new Map<string, Sight>();
    for (let at: Moment | undefined = moment; at !== undefined; at = at.next) {
      for (const [path, sight] of at.forgotten ?? []) if (!known.has(path)) known.set(path, sight);
    }
    for (const [path, sight] of known) this.set(path, sight);
  }

  #pass(forgotten: ReadonlyMap<string, Sight>): void {
    const next: Moment = {};
    this.#now.forgotten = forgotten;
    this.#now.next = next;
    this.#now = next;
  }
}
