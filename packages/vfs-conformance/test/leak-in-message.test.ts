import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { leakInMessage } from "../src/leak-in-message.js";

test.each<[message: string, leak: string | undefined]>([
  [`cannot open ${join(tmpdir(), "x")}`, "a path of the host"],
  [`cannot open ${join(homedir(), "x")}`, "a path of the host"],
  [`cannot open ${join(process.cwd(), "x")}`, "a path of the host"],
  ["ENOENT: no such file or directory", "a raw error of the operating system"],
  ["EIO: i/o error", "a raw error of the operating system"],
  ["no answer from postgres://app:secret@db/files", "a connection string"],
  ["no answer from redis://db:6379", "a connection string"],
  ["SELECT content FROM files failed", "a query"],
  ["insert into files values ($1)", "a query"],
  ["the bucket blue-tenant is away", "one of traits.secrets"],
  ['no file at "docs/a.md"', undefined],
  ["select one of the files and update it", undefined],
  ["see https://example.com/help", undefined],
])("%s", (message, leak) => {
  expect(leakInMessage(message, ["blue-tenant", ""])).toBe(leak);
});
