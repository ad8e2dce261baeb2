import type { CallOptions, Storage, StorageCapabilities } from "@x/vfs";
import { capabilityNames } from "./capability-names.js";
import { showValue } from "./show-value.js";

/** The calls that a requirement made, of which a report shows the last. */
export class Journal {
  readonly #calls: string[] = [];
  #count = 0;

  add(call: string): void {
    this.#count++;
    this.#calls.push(call);
    if (this.#calls.length > 8) this.#calls.shift();
  }

  toString(): string {
    if (this.#count === 0) return "nothing yet";
    const earlier = this.#count - this.#calls.length;
    return `${earlier > 0 ? `(${earlier} calls) ` : ""}${this.#calls.join("; ")}`;
  }
}

/** The same store, writing its calls into the journal. Adds nothing else: what the store throws or returns passes as it is. */
export function recordCalls(storage: Storage, journal: Journal, label = ""): Storage {
  const note =
    <A extends unknown[], R>(name: string, call: (...args: A) => R) =>
    (...args: A): R => {
      const shown = args.map(showValue);
      while (shown.at(-1) === "undefined") shown.pop();
      journal.add(`${label}${name}(${shown.join(", ")})`);
      return call(...args);
    };
  return {
    get capabilities() {
      return recordCapabilities(storage.capabilities, note, (scope, name) =>
        recordCalls(scope, journal, `${label}scope(${showValue(name)}).`),
      );
    },
    listFiles: note("listFiles", (options) => storage.listFiles(options)),
    readFile: note("readFile", (path, options) => storage.readFile(path, options)),
    writeFile: note("writeFile", (path, content, type, options) => storage.writeFile(path, content, type, options)),
    deleteFile: note("deleteFile", (path, options) => storage.deleteFile(path, options)),
  };
}

type Note = <A extends unknown[], R>(name: string, call: (...args: A) => R) => (...args: A) => R;

function recordCapabilities(
  capabilities: StorageCapabilities,
  note: Note,
  recordScope: (scope: Storage, name: string) => Storage,
): StorageCapabilities {
  const recorded: Record<string, unknown> = {};
  for (const name of capabilityNames) {
    const value: unknown = capabilities[name];
    if (value === undefined) continue;
    recorded[name] =
      typeof value === "function"
        ? note(name, (...args: unknown[]): unknown => Reflect.apply(value, capabilities, args))
        : value;
  }
  const { search, scope } = capabilities;
  if (typeof search?.query === "function") {
    const query = note("search.query", (text: string, options?: CallOptions) => search.query(text, options));
    recorded.search = { syntax: search.syntax, query };
  }
  if (typeof scope === "function") recorded.scope = note("scope", (name: string) => recordScope(scope(name), name));
  return recorded;
}
