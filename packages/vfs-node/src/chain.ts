import type { Containment } from "./containment.js";
import type { Directory } from "./directory.js";
import { codeOf, DiskFault } from "./disk-fault.js";
import { isOtherSpelling } from "./is-other-spelling.js";
import type { SystemCalls } from "./system-calls.js";

interface Link {
  readonly name: string;
  readonly directory: Directory;
}

/**
 * The directories from the root down to one place, opened one below the other. Going on to a place nearby keeps those
 * that both have in common. Whoever makes one closes it in the same synchronous step, so that descriptors neither leak
 * nor add up.
 */
export class Chain {
  readonly #calls: SystemCalls;
  readonly #containment: Containment;
  readonly #links: Link[] = [];
  #root: Directory | undefined;
  /** What `directory` was asked for last, and found: neighbours in a listing ask with the same array. */
  #last: { readonly segments: readonly string[]; readonly directory: Directory } | undefined;

  constructor(calls: SystemCalls, containment: Containment) {
    this.#calls = calls;
    this.#containment = containment;
  }

  /** The directory that `segments` lead to. Fails where one of them is missing or no directory. */
  directory(segments: readonly string[]): Directory {
    if (this.#last?.segments === segments) return this.#last.directory;
    let depth = this.#keepCommon(segments);
    let directory = this.#links[depth - 1]?.directory ?? this.#openRoot();
    for (; depth < segments.length; depth++) directory = this.#enter(directory, segments[depth] ?? "");
    this.#last = { segments, directory };
    return directory;
  }

  /** The same, but makes what is missing. `created` receives the length of each path that was made. */
  create(segments: readonly string[], created: number[]): Directory {
    let directory = this.directory([]);
    for (const [index, name] of segments.entries()) {
      const parent = directory;
      try {
        directory = this.#enter(parent, name);
        if (isOtherSpelling(this.#calls, parent, name)) throw new DiskFault("ESPELLING");
      } catch (error) {
        if (codeOf(error) !== "ENOENT") throw error;
        this.#make(parent.at(name));
        created.push(index + 1);
        directory = this.#enter(parent, name);
      }
    }
    return directory;
  }

  /** Removes the directories from `segments` up as far as they are empty, but none of the first `keep`. */
  prune(segments: readonly string[], keep: number): void {
    try {
      for (let depth = segments.length; depth > keep; depth--) {
        const name = segments[depth - 1] ?? "";
        this.#calls.rmdir(this.directory(segments.slice(0, depth - 1)).at(name));
      }
    } catch {
      // Not empty, or not ours to remove: it stays.
    }
  }

  /** After a failure: removes the directories that `create` made on the way to `segments`, as far as they are empty. */
  pruneCreated(segments: readonly string[], created: readonly number[]): void {
    this.prune(segments.slice(0, created.at(-1) ?? 0), (created[0] ?? 1) - 1);
  }

  close(): void {
    this.#closeFrom(0);
    this.#root?.close();
    this.#root = undefined;
  }

  #openRoot(): Directory {
    this.#root ??= this.#containment.openRoot();
    return this.#root;
  }

  #enter(parent: Directory, name: string): Directory {
    const directory = parent.enter(name);
    this.#links.push({ name, directory });
    return directory;
  }

  #make(path: string): void {
    try {
      this.#calls.mkdir(path);
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
    }
  }

  #keepCommon(segments: readonly string[]): number {
    let depth = 0;
    while (depth < this.#links.length && this.#links[depth]?.name === segments[depth]) depth++;
    this.#closeFrom(depth);
    return depth;
  }

  #closeFrom(depth: number): void {
    this.#last = undefined;
    while (this.#links.length > depth) this.#links.pop()?.directory.close();
  }
}
