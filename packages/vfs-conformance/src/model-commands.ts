import { comparePaths, type Storage, type StorageCapabilities, VfsError, type VfsErrorCode } from "@x/vfs";
import { type Arbitrary, type AsyncCommand, boolean, constantFrom, oneof, record, stringMatching } from "fast-check";
import { attempt, bytesOf, capability, expectBytes, expectThat } from "./expectations.js";
import { showValue } from "./show-value.js";

/** What the store should hold. */
export type Model = Map<string, string>;

export type ModelCommand = AsyncCommand<Model, Storage>;

const paths = ["a.txt", "b.txt", "d/a.txt", "d/e/b.txt", "d"];
const prefixes = ["", "a", "d", "d/", "d/e", "z"];

/** Whether a store may refuse to write here, as a file is above or below. */
function mayConflict(model: Model, path: string): boolean {
  return [...model.keys()].some((other) => other.startsWith(`${path}/`) || path.startsWith(`${other}/`));
}

/** The call must end as the model says; gives whether it resolved. */
async function endsAs(call: () => Promise<unknown>, expected: VfsErrorCode | undefined, conflicts: boolean) {
  const result = await attempt(call);
  const code = "error" in result && VfsError.is(result.error) ? result.error.code : undefined;
  if (conflicts && expected === undefined && code === "VFS_PATH_CONFLICT") return false;
  const told = "error" in result ? showValue(result.error) : "the call resolved";
  expectThat(
    "error" in result ? code !== undefined && code === expected : expected === undefined,
    `${told}; due was ${expected ?? "no error"}`,
  );
  return expected === undefined;
}

async function listsAs(storage: Storage, model: Model, prefix: string): Promise<void> {
  const listed = (await storage.listFiles({ prefix })).map(({ path, size }) => ({ path, size }));
  const expected = [...model]
    .filter(([path]) => path.startsWith(prefix))
    .sort(([a], [b]) => comparePaths(a, b))
    .map(([path, text]) => ({ path, size: bytesOf(text).length }));
  expectThat(showValue(listed) === showValue(expected), `listed ${showValue(listed)}; due was ${showValue(expected)}`);
}

/** Reads back everything that the model holds, and lists it. */
export async function agrees(model: Model, storage: Storage): Promise<void> {
  await listsAs(storage, model, "");
  for (const [path, text] of model) expectBytes((await storage.readFile(path)).content, bytesOf(text), path);
}

function command(script: string, run: (model: Model, storage: Storage) => Promise<void>): ModelCommand {
  return { check: () => true, run, toString: () => script };
}

function quoted(...values: readonly string[]): string {
  return values.map((value) => JSON.stringify(value)).join(", ");
}

const anyPath = constantFrom(...paths);
const anyText = stringMatching(/^[a-z]{1,6}$/);
const write = record({ path: anyPath, text: anyText });

const writeCommand: Arbitrary<ModelCommand> = write.map(({ path, text }) =>
  command(`writeFile(${quoted(path, text)})`, async (model, storage) => {
    const call = () => storage.writeFile(path, bytesOf(text), "text/plain");
    if (await endsAs(call, undefined, mayConflict(model, path))) model.set(path, text);
  }),
);

const otherMethods: readonly Arbitrary<ModelCommand>[] = [
  anyPath.map((path) =>
    command(`readFile(${quoted(path)})`, async (model, storage) => {
      const expected = model.get(path);
      if (expected === undefined) await endsAs(() => storage.readFile(path), "VFS_FILE_NOT_FOUND", false);
      else expectBytes((await storage.readFile(path)).content, bytesOf(expected), path);
    }),
  ),
  anyPath.map((path) =>
    command(`deleteFile(${quoted(path)})`, async (model, storage) => {
      await endsAs(() => storage.deleteFile(path), model.has(path) ? undefined : "VFS_FILE_NOT_FOUND", false);
      model.delete(path);
    }),
  ),
  constantFrom(...prefixes).map((prefix) =>
    command(`listFiles({ prefix: ${quoted(prefix)} })`, (model, storage) => listsAs(storage, model, prefix)),
  ),
];

const moveCommand: Arbitrary<ModelCommand> = record({
  source: anyPath,
  destination: anyPath,
  overwrite: boolean(),
}).map(({ source, destination, overwrite }) =>
  command(`moveFile(${quoted(source, destination)}, { overwrite: ${overwrite} })`, async (model, storage) => {
    // What moving to itself ends with is left to the store; that it loses nothing has a requirement of its own.
    if (source === destination) return;
    const call = () => capability(storage, "moveFile")(source, destination, { overwrite });
    const exists = model.has(destination) && !overwrite ? "VFS_FILE_EXISTS" : undefined;
    const expected = model.has(source) ? exists : "VFS_FILE_NOT_FOUND";
    if (!(await endsAs(call, expected, mayConflict(model, destination)))) return;
    model.set(destination, model.get(source) ?? "");
    model.delete(source);
  }),
);

/** Commands for what this store can do. */
export function modelCommands({
  createFile,
  replaceFile,
  moveFile,
  stat,
}: StorageCapabilities): Arbitrary<ModelCommand> {
  const commands = [...otherMethods];
  if (stat) {
    commands.push(
      anyPath.map((path) =>
        command(`stat(${quoted(path)})`, async (model, storage) => {
          const expected = model.get(path);
          const call = () => capability(storage, "stat")(path);
          if (expected === undefined) await endsAs(call, "VFS_FILE_NOT_FOUND", false);
          else expectThat((await call()).size === bytesOf(expected).length, `stat of ${path} gave another size`);
        }),
      ),
    );
  }
  if (createFile) {
    commands.push(
      write.map(({ path, text }) =>
        command(`createFile(${quoted(path, text)})`, async (model, storage) => {
          const call = () => capability(storage, "createFile")(path, bytesOf(text), "text/plain");
          const expected = model.has(path) ? "VFS_FILE_EXISTS" : undefined;
          if (await endsAs(call, expected, mayConflict(model, path))) model.set(path, text);
        }),
      ),
    );
  }
  if (replaceFile) {
    commands.push(
      write.map(({ path, text }) =>
        command(`replaceFile(${quoted(path, text)}, its version)`, async (model, storage) => {
          const { version = "" } = model.has(path) ? (await storage.readFile(path)).metadata : {};
          const call = () => capability(storage, "replaceFile")(path, bytesOf(text), "text/plain", version);
          if (await endsAs(call, model.has(path) ? undefined : "VFS_VERSION_CONFLICT", false)) model.set(path, text);
        }),
      ),
    );
  }
  // Without many writes most calls would find nothing to work on, and with a move the most can go wrong.
  return oneof(
    { arbitrary: writeCommand, weight: commands.length },
    ...(moveFile ? [{ arbitrary: moveCommand, weight: 4 }] : []),
    ...commands,
  );
}
