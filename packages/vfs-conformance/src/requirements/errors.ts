import { type CallOptions, type Storage, VfsError } from "@x/vfs";
import { abortedSignal, attempt, bytesOf, expectThat } from "../expectations.js";
import { leakInMessage } from "../leak-in-message.js";
import { showValue } from "../show-value.js";
import { must, type StorageRequirement } from "../storage-requirement.js";

const content = bytesOf("content");

/** Calls that fail in every store, by what they are called in a report. */
function failingCalls(storage: Storage): Record<string, () => Promise<unknown>> {
  const { search, stat, createFile, replaceFile, moveFile, readRange } = storage.capabilities;
  const { signal } = abortedSignal();
  const methods: Record<string, (path: string, options?: CallOptions) => Promise<unknown>> = {
    readFile: (path, options) => storage.readFile(path, options),
    writeFile: (path, options) => storage.writeFile(path, content, "text/plain", options),
    deleteFile: (path, options) => storage.deleteFile(path, options),
    ...(stat && { stat }),
    ...(createFile && { createFile: (path, options) => createFile(path, content, "text/plain", options) }),
    ...(replaceFile && { replaceFile: (path, options) => replaceFile(path, content, "text/plain", "1", options) }),
    ...(moveFile && {
      "moveFile from": (path, options) => moveFile(path, "moved.txt", options),
      "moveFile to": (path, options) => moveFile("missing.txt", path, options),
    }),
    ...(readRange && { readRange: (path, options) => readRange(path, 0, 1, options) }),
  };
  const calls = Object.entries(methods).flatMap(([name, call]) => [
    [`${name} an invalid path`, () => call("../x")] as const,
    [`${name} an absolute path`, () => call("/x")] as const,
    [`${name} no path`, () => call(undefined as never)] as const,
    [`${name} a missing file, aborted`, () => call("missing.txt", { signal })] as const,
    // These two write it.
    ...(name === "writeFile" || name === "createFile"
      ? []
      : [[`${name} a missing file`, () => call("missing.txt")] as const]),
  ]);
  return {
    ...Object.fromEntries(calls),
    "listFiles, aborted": () => storage.listFiles({ signal }),
    "readFile below a missing directory": () => storage.readFile("missing/missing.txt"),
    ...(search && { "search, aborted": () => search.query("word", { signal }) }),
    ...(readRange && { "readRange from -1": () => readRange("missing.txt", -1, 1) }),
  };
}

/** More failures, of calls that collide with a file or with the medium; a store may also allow some of them. */
function collidingCalls(storage: Storage): readonly (() => Promise<unknown>)[] {
  const { createFile, replaceFile, moveFile } = storage.capabilities;
  return [
    () => storage.writeFile("taken/file.txt/below", content, "text/plain"),
    () => storage.writeFile("taken", content, "text/plain"),
    () => storage.readFile("taken"),
    () => storage.readFile("taken/file.txt/below"),
    () => storage.deleteFile("taken"),
    () => storage.writeFile(`long-${"n".repeat(400)}`, content, "text/plain"),
    ...(createFile ? [() => createFile("taken/file.txt", content, "text/plain")] : []),
    ...(replaceFile ? [() => replaceFile("taken/file.txt", content, "text/plain", "not its version")] : []),
    ...(moveFile ? [() => moveFile("taken/other.txt", "taken/file.txt"), () => moveFile("taken", "taken/below")] : []),
  ];
}

function expectNoLeak(what: string, error: unknown, secrets: readonly string[] = []): void {
  const message = error instanceof Error ? error.message : String(error);
  const leak = leakInMessage(message, secrets);
  expectThat(leak === undefined, `the message of ${what} shows ${leak}: ${showValue(message)}`);
}

export const errorRequirements: readonly StorageRequirement[] = [
  must(
    "errors/rejected-never-thrown",
    "Every failure is a rejected promise, never a throw from the call itself; that of readFiles comes with a step.",
    async ({ storage }) => {
      for (const [name, call] of Object.entries(failingCalls(storage))) {
        let promise: unknown;
        try {
          promise = call();
        } catch (error) {
          expectThat(false, `${name} threw instead of returning a promise: ${showValue(error)}`);
        }
        expectThat(promise instanceof Promise, `${name} returned ${showValue(promise)}, which is no promise`);
        await attempt(() => promise as Promise<unknown>);
      }
      const { readFiles } = storage.capabilities;
      if (readFiles === undefined) return;
      for (const [name, paths, options] of [
        ["an invalid path", ["../x"], {}],
        ["an aborted signal", ["missing.txt"], abortedSignal()],
      ] as const) {
        let files: AsyncIterable<unknown>;
        try {
          files = readFiles(paths, options);
        } catch (error) {
          expectThat(false, `readFiles with ${name} threw before the first step: ${showValue(error)}`);
        }
        await attempt(() => files[Symbol.asyncIterator]().next());
      }
    },
    { onReadOnly: true },
  ),
  must(
    "errors/tell-the-path",
    "An error about a path carries it as path, as the caller gave it.",
    async ({ storage }) => {
      const { stat, readRange } = storage.capabilities;
      const methods: readonly ((path: string) => Promise<unknown>)[] = [
        (path) => storage.readFile(path),
        (path) => storage.deleteFile(path),
        ...(stat ? [(path: string) => stat(path)] : []),
        ...(readRange ? [(path: string) => readRange(path, 0, 1)] : []),
      ];
      for (const path of ["no/such.txt", "../outside"]) {
        for (const method of methods) {
          const result = await attempt(() => method(path));
          const told = "error" in result && VfsError.is(result.error) ? result.error.path : undefined;
          expectThat(told === path, `an error about ${showValue(path)} whose path is ${showValue(told)}`);
        }
      }
    },
    { onReadOnly: true },
  ),
  must(
    "errors/no-leak",
    "No message shows a path of the host, a connection string or a query.",
    async ({ storage, traits }) => {
      for (const [name, call] of Object.entries(failingCalls(storage))) {
        const result = await attempt(call);
        if ("error" in result && VfsError.is(result.error)) expectNoLeak(name, result.error, traits.secrets);
      }
    },
    { onReadOnly: true },
  ),
  must(
    "errors/no-leak-on-collision",
    "No message of a refused or failed write shows them either.",
    async ({ storage, traits }) => {
      await storage.writeFile("taken/file.txt", content, "text/plain");
      await storage.writeFile("taken/other.txt", content, "text/plain");
      for (const call of collidingCalls(storage)) {
        const result = await attempt(call);
        if ("error" in result) expectNoLeak("a refusal", result.error, traits.secrets);
      }
    },
  ),
  must(
    "errors/medium",
    "A failure of the medium is VFS_UNAVAILABLE with the cause attached, and its message shows nothing of the host.",
    async ({ storage, traits, breakMedium }) => {
      await storage.writeFile("there.txt", content, "text/plain");
      await breakMedium();
      const calls: Record<string, () => Promise<unknown>> = {
        listFiles: () => storage.listFiles(),
        readFile: () => storage.readFile("there.txt"),
        writeFile: () => storage.writeFile("new.txt", content, "text/plain"),
        deleteFile: () => storage.deleteFile("there.txt"),
      };
      for (const [name, call] of Object.entries(calls)) {
        const result = await attempt(call);
        expectThat("error" in result, `${name} resolved although its medium fails`);
        const unavailable = VfsError.is(result.error, "VFS_UNAVAILABLE");
        expectThat(unavailable, `${name} rejected otherwise: ${showValue(result.error)}`);
        expectThat(result.error.cause !== undefined, `${name} rejected without a cause`);
        expectNoLeak(name, result.error, traits.secrets);
      }
    },
    {
      skip: ({ failingMedium = false }) =>
        failingMedium ? undefined : "traits.failingMedium is not stated: the suite cannot make the medium fail",
    },
  ),
];
