import { type Fault, fault } from "../fault.js";
import { vfsError } from "../plain-storage.js";

type Fold = (path: string) => string;
const lower: Fold = (path) => path.toLowerCase();
const composed: Fold = (path) => path.normalize("NFC");

function refusesSecondSpelling(breaks: string, name: string, fold: Fold): Fault {
  return fault(breaks, name, (base) => ({
    async writeFile(path, content, type, options) {
      const other = [...base.files.keys()].some((key) => key !== path && fold(key) === fold(path));
      if (typeof path === "string" && other) throw vfsError("VFS_PATH_CONFLICT", path);
      return base.writeFile(path, content, type, options);
    },
  }));
}

function replacesFirstSpelling(breaks: string, name: string, fold: Fold, traits: Fault["traits"]): Fault {
  return fault(
    breaks,
    name,
    (base) => ({
      async writeFile(path, content, type, options) {
        const first = [...base.files.keys()].find((key) => fold(key) === fold(path)) ?? path;
        return base.writeFile(first, content, type, options);
      },
    }),
    { traits },
  );
}

/** `fold` is only called with text. */
const onText =
  (fold: Fold): Fold =>
  (path: unknown) =>
    typeof path === "string" ? fold(path) : "";

export const nameFaults: readonly Fault[] = [
  fault("names/prototype", "files are members of a plain object", (base) => {
    const inherited: Record<string, unknown> = {};
    return {
      async readFile(path, options) {
        if (typeof path === "string" && !base.files.has(path) && inherited[path] !== undefined) {
          const content = Buffer.from("inherited");
          return { content, metadata: { path, contentType: "text/plain", size: content.length } };
        }
        return base.readFile(path, options);
      },
    };
  }),
  fault(
    "names/object-prototype-untouched",
    "a write below __proto__ reaches Object.prototype",
    (base) => ({
      async writeFile(path, content, type, options) {
        if (path === "__proto__/polluted") {
          Object.defineProperty(Object.prototype, "polluted", { value: content, configurable: true });
        }
        return base.writeFile(path, content, type, options);
      },
    }),
    { created: () => ({ dispose: () => void Reflect.deleteProperty(Object.prototype, "polluted") }) },
  ),
  refusesSecondSpelling("names/case-distinct", "a name in another case is refused", onText(lower)),
  replacesFirstSpelling("names/case-never-replaces", "a name in another case replaces the first file", onText(lower), {
    caseSensitive: false,
  }),
  refusesSecondSpelling("names/unicode-forms-distinct", "a name in another Unicode form is refused", onText(composed)),
  replacesFirstSpelling(
    "names/unicode-forms-never-replace",
    "a name in another Unicode form replaces the first file",
    onText(composed),
    {
      distinguishesUnicodeForms: false,
    },
  ),
];
