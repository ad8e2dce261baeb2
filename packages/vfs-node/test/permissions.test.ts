import { execFileSync } from "node:child_process";
import { chmodSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { bundleStore } from "./support/bundle-store.js";
import { temporaryRoot } from "./support/temporary-root.js";

const onPosix = process.platform !== "win32";
/** The superuser may do everything, so the store runs as somebody else where this test is run by it. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** What each call, an expression of `storage`, gives in a process of its own: its value, or `[code, message, path]`. */
async function answers(root: string, calls: readonly string[]): Promise<unknown[]> {
  const bundle = await bundleStore(dirname(root));
  chmodSync(dirname(root), 0o755);
  const script = `
    const { createNodeStorage } = await import(${JSON.stringify(bundle)});
    const storage = createNodeStorage({ root: ${JSON.stringify(root)} });
    const { moveFile, stat } = storage.capabilities;
    const text = new TextEncoder().encode("text");
    const answers = [];
    for (const call of [${calls.map((call) => `() => ${call}`).join()}]) {
      answers.push(await call().catch(({ code, message, path }) => [code, message, path]));
    }
    console.log(JSON.stringify(answers));`;
  const output = execFileSync(process.execPath, ["--input-type=module", "-e", script], { ...nobody, cwd: root });
  return JSON.parse(output.toString()) as unknown[];
}

describe.runIf(onPosix)("what the user may not do", () => {
  test("is unavailable, by the file and what was to be done with it", async () => {
    const root = temporaryRoot({ "closed/a": "", file: "x", "ro/f": "f" });
    for (const [name, mode] of Object.entries({ closed: 0, file: 0, ro: 0o555, "": 0o777 })) {
      chmodSync(join(root, name), mode);
    }
    const denied = (doing: string, path: string) => ["VFS_UNAVAILABLE", `cannot ${doing}: permission denied`, path];
    const cases: [call: string, answer: unknown][] = [
      ["storage.listFiles()", denied('read "closed"', "closed")],
      ['storage.readFile("file")', denied('read "file"', "file")],
      ['storage.readFile("closed/a")', denied('read "closed/a"', "closed/a")],
      ['storage.writeFile("closed/b", text, "")', denied('write "closed/b"', "closed/b")],
      ['storage.writeFile("ro/g", text, "")', denied('write "ro/g"', "ro/g")],
      ['storage.deleteFile("closed/a")', denied('delete "closed/a"', "closed/a")],
      ['storage.deleteFile("ro/f")', denied('delete "ro/f"', "ro/f")],
      ['moveFile("ro/f", "q", { overwrite: true })', denied('move "ro/f" to "q"', "q")],
      ['stat("file").then(({ size }) => size)', 1],
    ];
    const given = await answers(
      root,
      cases.map(([call]) => call),
    );
    chmodSync(join(root, "closed"), 0o755);
    expect(given).toEqual(cases.map(([, answer]) => answer));
    expect(readdirSync(join(root, "ro"))).toEqual(["f"]);
  });

  test.runIf(process.platform === "linux")(
    "is not asked for more than a call needs: a directory to drop files in",
    async () => {
      const root = temporaryRoot({ "drop/old": "old" });
      for (const name of ["drop", "drop/old"]) chmodSync(join(root, name), 0o777);
      chmodSync(join(root, "drop"), 0o333);
      const calls = ['storage.writeFile("drop/new", text, "")', 'storage.readFile("drop/old").then(() => "read")'];
      expect(await answers(root, [...calls, "storage.deleteFile('drop/old')"])).toEqual([null, "read", null]);
      chmodSync(join(root, "drop"), 0o755);
      expect(readdirSync(join(root, "drop"))).toEqual(["new"]);
      expect(readFileSync(join(root, "drop/new"), "utf8")).toBe("text");
    },
  );

  const protects = (): boolean => {
    try {
      return readFileSync("/proc/sys/fs/protected_hardlinks", "utf8").trim() === "1";
    } catch {
      return false;
    }
  };
  test.runIf(process.getuid?.() === 0 && protects())(
    "is to link another user's file, so such a move has to overwrite (only root can be two users)",
    async () => {
      const root = temporaryRoot({ a: "of root" });
      chmodSync(root, 0o777);
      const [refused, done] = await answers(root, ['moveFile("a", "b")', 'moveFile("a", "b", { overwrite: true })']);
      expect(refused).toEqual(["VFS_UNAVAILABLE", expect.stringMatching(/^cannot move "a" to "b": .*hard link/), "a"]);
      expect(done).toBeNull();
      expect(statSync(join(root, "b")).uid).toBe(0);
    },
  );
});
