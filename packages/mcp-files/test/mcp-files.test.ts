import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { describe, expect, test } from "vitest";
import { command, connectHttp, connectStdio, directoryWith, runCommand, startHttp } from "./support/start-server.js";

const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

async function call(client: Client, name: string, args: Record<string, unknown> = {}) {
  const { content, isError } = (await client.callTool({ name, arguments: args })) as {
    content: { type: string; text: string; mimeType?: string; data?: string }[];
    isError: boolean;
  };
  const text = content[0]?.text ?? "";
  return { isError, text, content, value: isError ? undefined : (JSON.parse(text) as Record<string, unknown>) };
}

const names = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);

const fileTools = ["read_file", "list_files", "write_file", "delete_file", "grep", "glob"];
const editTools = ["edit_file", "multi_edit", "move_file"];

/** Each transport with a client that is connected to a server over these arguments. */
const transports: [string, (args: readonly string[]) => Promise<Client>][] = [
  ["stdio", async (args) => (await connectStdio(args)).client],
  ["streamable HTTP", async (args) => connectHttp((await startHttp(args)).url)],
];

describe.each(transports)("over %s", (_transport, connect) => {
  test("a client reads, searches and edits real files", async () => {
    const directory = await directoryWith({ "notes/a.md": "# One\r\ntwo\r\n" });
    const client = await connect(["--dir", directory]);
    expect(await names(client)).toEqual([...fileTools, ...editTools]);
    expect((await call(client, "read_file", { path: "notes/a.md" })).value).toMatchObject({
      content: "1\t# One\n2\ttwo",
    });
    expect((await call(client, "grep", { pattern: "^two$" })).value).toMatchObject({ matches: ["notes/a.md:2:two"] });
    await call(client, "edit_file", { path: "notes/a.md", old_string: "two", new_string: "2\n3" });
    expect(await readFile(join(directory, "notes/a.md"), "utf8")).toBe("# One\r\n2\r\n3\r\n");
  });

  test("edits side by side all survive", async () => {
    const lines = Array.from({ length: 40 }, (_, index) => `line ${index};`);
    const directory = await directoryWith({ "a.txt": lines.join("\n") });
    const client = await connect(["--dir", directory]);
    const edits = lines.map((line) => ({ path: "a.txt", old_string: line, new_string: line.toUpperCase() }));
    const outcomes = await Promise.all(edits.map((edit) => call(client, "edit_file", edit)));
    expect(outcomes.filter(({ isError }) => isError)).toEqual([]);
    expect(await readFile(join(directory, "a.txt"), "utf8")).toBe(lines.join("\n").toUpperCase());
  });

  test("an image comes as an image", async () => {
    const client = await connect(["--dir", await directoryWith({ "a.png": png })]);
    const { content } = await call(client, "read_file", { path: "a.png" });
    expect(content[1]).toMatchObject({ type: "image", mimeType: "image/png", data: png.toString("base64") });
  });

  test("a long grep tells its progress and can be cancelled; the server goes on", async () => {
    const client = await connect(["--dir", await directoryWith(manyLines())]);
    const seen: number[] = [];
    const controller = new AbortController();
    // Every one of its millions of lines matches, so the whole scan takes many times as long as the first report.
    const params = { name: "grep", arguments: { pattern: "b\\B", output_mode: "count" } };
    const cancelled = client.callTool(params, undefined, {
      signal: controller.signal,
      onprogress({ progress }) {
        seen.push(progress);
        controller.abort("enough");
      },
    });
    await expect(cancelled).rejects.toThrow();
    expect(seen.length).toBeGreaterThan(0);
    expect((await call(client, "list_files", { directory: "f0" })).isError).toBe(false);
  });

  test("no path leads out", async () => {
    const client = await connect(["--dir", await directoryWith({ "a.txt": "a" })]);
    for (const path of ["../x", "/etc/passwd", "a/../../x", "..\\x"]) {
      const { isError, text } = await call(client, "read_file", { path });
      expect([isError, text.includes("mcp-files-")]).toEqual([true, false]);
    }
  });
});

describe("options", () => {
  test("several directories and a scratch space stand side by side", async () => {
    const [one, two] = [await directoryWith({ "a.txt": "1" }), await directoryWith({ "b.txt": "2" })];
    const { client } = await connectStdio(["--dir", `one=${one}`, "--dir", `two=${two}`, "--memory"]);
    await call(client, "write_file", { path: "scratch/c.txt", content: "3" });
    const { value } = await call(client, "glob", { pattern: "**" });
    expect(value).toMatchObject({ paths: ["one/a.txt", "scratch/c.txt", "two/b.txt"] });
    await call(client, "move_file", { source: "scratch/c.txt", destination: "one/c.txt" });
    expect(await readFile(join(one, "c.txt"), "utf8")).toBe("3");
  });

  test("--memory alone is an empty space", async () => {
    const { client } = await connectStdio(["--memory"]);
    await call(client, "write_file", { path: "a.txt", content: "a" });
    expect(await names(client)).toEqual([...fileTools, ...editTools, "search"]);
    expect((await call(client, "search", { query: "A" })).value).toMatchObject({ paths: ["a.txt"] });
  });

  test("--read-only offers no tool that writes", async () => {
    const { client } = await connectStdio(["--dir", await directoryWith({}), "--read-only"]);
    expect(await names(client)).toEqual(["read_file", "list_files", "grep", "glob"]);
  });

  test("--extensions, --hide-hidden and --gitignore choose what is seen", async () => {
    const files = { "a.md": "", "b.txt": "", ".git/c.md": "", "d.md": "", ".gitignore": "d.md\n" };
    const directory = await directoryWith(files);
    const { client } = await connectStdio(["--dir", directory, "--extensions", ".md", "--hide-hidden", "--gitignore"]);
    expect((await call(client, "glob", { pattern: "**" })).value).toMatchObject({ paths: ["a.md"] });
  });

  test("--max-file-bytes bounds what is written", async () => {
    const { client } = await connectStdio(["--memory", "--max-file-bytes", "10"]);
    expect(await call(client, "write_file", { path: "a", content: "12345678901" })).toMatchObject({ isError: true });
  });

  test("--review keeps changes apart until they are committed", async () => {
    const directory = await directoryWith({ "a.txt": "one\n" });
    const { client } = await connectStdio(["--dir", directory, "--review"]);
    expect(await names(client)).toEqual([
      ...fileTools,
      ...editTools,
      "review_changes",
      "commit_changes",
      "discard_changes",
    ]);
    await call(client, "edit_file", { path: "a.txt", old_string: "one", new_string: "two" });
    await call(client, "write_file", { path: "b.txt", content: "new\n" });
    expect((await call(client, "review_changes")).value).toMatchObject({
      changes: [
        { path: "a.txt", kind: "modified" },
        { path: "b.txt", kind: "added" },
      ],
    });
    const { value } = await call(client, "review_changes", { path: "a.txt" });
    expect(value?.diff).toMatch(/-one\n\+two/);
    expect(await readFile(join(directory, "a.txt"), "utf8")).toBe("one\n");
    await call(client, "commit_changes", { paths: ["a.txt"] });
    expect(await readFile(join(directory, "a.txt"), "utf8")).toBe("two\n");
    await expect(readFile(join(directory, "b.txt"))).rejects.toThrow();
  });

  test("--review does not write over what was changed on disk meanwhile", async () => {
    const directory = await directoryWith({ "a.txt": "one\n" });
    const { client } = await connectStdio(["--dir", directory, "--review"]);
    await call(client, "edit_file", { path: "a.txt", old_string: "one", new_string: "two" });
    await writeFile(join(directory, "a.txt"), "somebody else\n");
    const { isError, text } = await call(client, "commit_changes");
    expect([isError, text]).toEqual([true, expect.stringContaining("a.txt")]);
    expect(await readFile(join(directory, "a.txt"), "utf8")).toBe("somebody else\n");

    await call(client, "discard_changes", { paths: ["a.txt"] });
    expect((await call(client, "read_file", { path: "a.txt" })).value).toMatchObject({ content: "1\tsomebody else" });
    await call(client, "edit_file", { path: "a.txt", old_string: "else", new_string: "and I" });
    expect((await call(client, "commit_changes")).value).toMatchObject({ committed: [{ path: "a.txt" }] });
    expect(await readFile(join(directory, "a.txt"), "utf8")).toBe("somebody and I\n");
  });

  test("--review takes no path without a change, and lists any number of changes", async () => {
    const { client } = await connectStdio(["--memory", "--review"]);
    await Promise.all(
      Array.from({ length: 250 }, (_, n) => call(client, "write_file", { path: `f${n}`, content: "" })),
    );
    for (const name of ["commit_changes", "discard_changes"]) {
      const { isError, text } = await call(client, name, { paths: ["f1", "F1"] });
      expect([isError, text]).toEqual([true, expect.stringContaining('no change of "F1"')]);
    }
    expect(await call(client, "review_changes", { path: "g" })).toMatchObject({ isError: true });
    const { value } = await call(client, "review_changes");
    expect(value).toMatchObject({ truncated: true, total: 250 });
  });

  test("a name may be any that a path can hold", async () => {
    const [one, two] = [await directoryWith({ "a.txt": "1" }), await directoryWith({ "b.txt": "2" })];
    const { client } = await connectStdio(["--dir", `__proto__=${one}`, "--dir", `constructor=${two}`]);
    expect((await call(client, "glob", { pattern: "**" })).value).toMatchObject({
      paths: ["__proto__/a.txt", "constructor/b.txt"],
    });
  });

  test("with a token, HTTP wants it", async () => {
    const { url } = await startHttp(["--memory"], { MCP_FILES_TOKEN: "correct-horse-battery" });
    await expect(connectHttp(url)).rejects.toThrow();
    const client = await connectHttp(url, { authorization: "Bearer correct-horse-battery" });
    expect(await names(client)).toContain("read_file");
  });
});

describe("the command line", () => {
  test.each<[string, string[], RegExp]>([
    ["nothing to serve", [], /give --dir PATH or --memory/],
    ["a directory that is not there", ["--dir", "no-such-directory"], /no-such-directory is no directory/],
    ["an unknown option", ["--memory", "--writable"], /unknown option '--writable'/],
    ["an argument too many", ["--memory", "x"], /too many arguments/],
    ["a size that is none", ["--memory", "--max-file-bytes", "1k"], /whole number from 1/],
    ["extensions that are none", ["--memory", "--extensions", "md"], /start with a dot/],
    ["a port that is none", ["--memory", "--http", "70000"], /whole number from 0 to 65535/],
    ["a host without HTTP", ["--memory", "--host", "::1"], /--host needs --http/],
    ["another address without a token", ["--memory", "--http", "0", "--host", "0.0.0.0"], /MCP_FILES_TOKEN/],
    ["review of what cannot change", ["--memory", "--read-only", "--review"], /--read-only/],
    ["two places of one name", ["--dir", ".", "--dir", "."], /two places are named/],
    ["an empty path, as of a variable that is not set", ["--dir", ""], /empty/],
    ["a root beside another place", ["--dir", "/", "--memory"], /no name of its own/],
    ["an empty address", ["--memory", "--http", "0", "--host", ""], /--host needs an address/],
    ["a value for an option without one", ["--memory", "--gitignore=x"], /gitignore/],
    ["a place that would be hidden", ["--dir", ".x=.", "--hide-hidden"], /hides the place/],
  ])("%s is one line and exit code 2", async (_title, args, message) => {
    const { code, stdout, stderr } = await runCommand(args, { MCP_FILES_TOKEN: "" });
    expect([code, stdout, stderr.trimEnd().split("\n").length]).toEqual([2, "", 1]);
    expect(stderr).toMatch(message);
  });

  test("--help explains every option, --version tells the version", async () => {
    const { code, stdout } = await runCommand(["--help"]);
    expect(code).toBe(0);
    const options = [
      "dir",
      "memory",
      "read-only",
      "review",
      "extensions",
      "hide-hidden",
      "gitignore",
      "max-file-bytes",
    ];
    for (const option of [...options, "http", "host"]) expect(stdout).toContain(`--${option}`);
    expect((await runCommand(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe("the process", () => {
  test("ends when its client vanishes", async () => {
    const child = spawn(process.execPath, [command, "--memory"], { stdio: ["pipe", "pipe", "inherit"] });
    child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    await once(child.stdout, "data");
    child.stdin.end();
    expect(await once(child, "close")).toEqual([0, null]);
  });

  test.runIf(process.platform !== "win32")("ends cleanly on a signal (Windows has none)", async () => {
    for (const args of [["--memory"], ["--memory", "--http", "0"]]) {
      const child = spawn(process.execPath, [command, ...args], { stdio: ["pipe", "pipe", "pipe"] });
      if (args.length > 1) await once(child.stderr, "data");
      else {
        child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
        await once(child.stdout, "data");
      }
      child.kill("SIGTERM");
      expect(await once(child, "close")).toEqual([0, null]);
    }
  });

  test("answers after 64 MiB of garbage on its input", async () => {
    const child = spawn(process.execPath, [command, "--memory"], { stdio: ["pipe", "pipe", "inherit"] });
    const garbage = Buffer.alloc(1 << 20, "garbage ");
    for (let index = 0; index < 64; index++) {
      if (!child.stdin.write(garbage)) await once(child.stdin, "drain");
    }
    child.stdin.write('\n{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    const [answer] = (await once(child.stdout, "data")) as [Buffer];
    expect(JSON.parse(answer.toString())).toMatchObject({ id: 1, result: {} });
    child.stdin.end();
    expect(await once(child, "close")).toEqual([0, null]);
  });
});

/** Just less than a grep reads. */
function manyLines(): Record<string, string> {
  const content = "abc\n".repeat(64 * 1024);
  return Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`f${index % 30}/${index}.txt`, content]));
}
