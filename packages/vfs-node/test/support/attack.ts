import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { comparePaths, type Storage, VfsError } from "@x/vfs";
import { bytes } from "./text.js";

const swapper = fileURLToPath(new URL("./swapper.mjs", import.meta.url));
const secret = "SECRET, outside";
const outsideFiles = ["f.txt", "g.txt", "only-outside.txt"];
const large = new Uint8Array(1_200_000).fill(105);

export interface AttackReport {
  readonly operations: number;
  readonly succeeded: number;
  readonly exchanges: number;
  /** What was read from, or done to, the directory outside. */
  readonly escapes: Readonly<Record<string, number>>;
  readonly escaped: number;
  /** Errors that are not of the store's kind. */
  readonly strange: readonly unknown[];
}

/**
 * Uses the store for some seconds, or until something got out where that is `enough`, while a second process exchanges
 * directories and files of its root for links.
 */
export async function attack(root: string, storage: Storage, seconds: number, enough = false): Promise<AttackReport> {
  const outside = join(dirname(root), "outside");
  mkdirSync(outside);
  restore(outside);
  const child = fork(swapper, [root, outside]);
  await once(child, "message");
  const tally = { operations: 0, succeeded: 0, escapes: {} as Record<string, number>, strange: [] as unknown[] };
  const escaped = (kind: string): void => {
    tally.escapes[kind] = (tally.escapes[kind] ?? 0) + 1;
  };
  const end = performance.now() + seconds * 1_000;
  while (performance.now() < end && !(enough && Object.keys(tally.escapes).length > 0)) {
    for (const [kind, operation] of Object.entries(operations)) {
      tally.operations++;
      try {
        if (await operation(storage, tally.operations)) escaped(kind);
        tally.succeeded++;
      } catch (error) {
        if (!VfsError.is(error) && !isSystemError(error)) tally.strange.push(error);
      }
    }
    if (restore(outside)) escaped("changed outside");
  }
  child.send("stop");
  const [{ exchanges }] = (await once(child, "message")) as [{ exchanges: number }];
  return { ...tally, exchanges, escaped: Object.values(tally.escapes).reduce((sum, count) => sum + count, 0) };
}

/** Each tells whether it saw something from outside. */
const operations: Record<string, (storage: Storage, turn: number) => Promise<boolean>> = {
  read: async (storage) => isSecret((await storage.readFile("d/f.txt")).content),
  "read below": async (storage) => isSecret((await storage.readFile("e/sub/g.txt")).content),
  "read leaf": async (storage) => isSecret((await storage.readFile("leaf.txt")).content),
  "read range": async ({ capabilities }) => isSecret((await capabilities.readRange?.("d/g.txt", 0, 99))?.content),
  stat: async ({ capabilities }) => (await capabilities.stat?.("d/g.txt"))?.size === secret.length,
  "read many": async ({ capabilities }) => {
    let seen = false;
    for await (const file of capabilities.readFiles?.(["d/f.txt", "d/g.txt", "e/sub/f.txt", "leaf.txt"]) ?? []) {
      seen ||= "content" in file && isSecret(file.content);
    }
    return seen;
  },
  list: async (storage) => (await storage.listFiles({ prefix: "d/" })).some(isOutside),
  "list all": async (storage) => storage.capabilities.stat !== undefined && (await storage.listFiles()).some(isOutside),
  write: async (storage) => (await storage.writeFile("d/f.txt", bytes("inside"), ""), false),
  "write below": async (storage) => (await storage.writeFile("e/sub/new/x.txt", bytes("inside"), ""), false),
  "write leaf": async (storage) => (await storage.writeFile("leaf.txt", bytes("inside"), ""), false),
  "write large": async (storage, turn) =>
    turn % 16 === 0 && (await storage.writeFile("e/sub/large.bin", large, ""), false),
  create: async ({ capabilities }, turn) => (await capabilities.createFile?.(`d/n${turn % 8}`, bytes("i"), ""), false),
  move: async ({ capabilities }) => (
    await capabilities.moveFile?.("d/g.txt", "e/sub/g.txt", { overwrite: true }), false
  ),
  "move back": async ({ capabilities }) => (await capabilities.moveFile?.("e/sub/g.txt", "d/g.txt"), false),
  "read moved": async (storage) => isSecret((await storage.readFile("d/g.txt")).content),
  delete: async (storage) => (await storage.deleteFile("e/sub/f.txt"), false),
  "delete new": async (storage) => (await storage.deleteFile("e/sub/new/x.txt"), false),
};

function isSecret(content: Uint8Array | undefined): boolean {
  return content !== undefined && new TextDecoder().decode(content.subarray(0, 99)).includes("SECRET");
}

function isOutside(file: { readonly path: string; readonly size: number }): boolean {
  return file.path.includes("only-outside") || file.size === secret.length;
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}

/** Puts the directory outside in order again, and tells whether it was out of order. */
function restore(outside: string): boolean {
  const names = readdirSync(outside).sort(comparePaths);
  const intact =
    names.join() === outsideFiles.join() && names.every((name) => readFileSync(join(outside, name), "utf8") === secret);
  if (intact) return false;
  for (const name of names) rmSync(join(outside, name), { recursive: true });
  for (const name of outsideFiles) writeFileSync(join(outside, name), secret);
  return true;
}
