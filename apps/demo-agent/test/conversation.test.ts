import { watch } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { type ChatRequest, type ScriptedReply, startOpenAiServer } from "./support/openai-server.js";
import { eventsOf, runJson, runProgram } from "./support/run-agent.js";
import { directoryWith, filesOf } from "./support/temporary-directory.js";

const edit = (old_string: string, new_string: string) => ({
  name: "edit_file",
  arguments: { path: "a.txt", old_string, new_string },
});

/** Runs against a stand-in that gives these replies in order, and then "Done." */
async function withReplies(
  replies: readonly ScriptedReply[] | ((request: ChatRequest, count: number) => ScriptedReply | Promise<ScriptedReply>),
  args: readonly string[],
  options: Parameters<typeof runJson>[1] = {},
) {
  const reply =
    typeof replies === "function" ? replies : (_: ChatRequest, n: number) => replies[n] ?? { text: "Done." };
  const server = await startOpenAiServer(reply);
  const model = ["--model", "compatible:test", "--base-url", server.url];
  return { ...server, ...(await runJson([...model, ...args], options)) };
}

describe("with an OpenAI-compatible endpoint", () => {
  test("a task: tools are called, the changes reviewed and written", async () => {
    const directory = await directoryWith({ "a.txt": "one\ntwo\n" });
    const replies = [
      { text: "I look.", calls: [{ name: "read_file", arguments: { path: "a.txt" } }] },
      { calls: [edit("two", "2")] },
    ];
    const { code, events, requests } = await withReplies(replies, ["--dir", directory, "--task", "change it", "--yes"]);
    expect(code).toBe(0);
    expect(await filesOf(directory)).toEqual({ "a.txt": "one\n2\n" });
    expect(requests[0]?.messages.map(({ role }) => role)).toEqual(["system", "user"]);
    expect(JSON.stringify(requests[1]?.messages.at(-1))).toContain("1\\\\tone");
    expect(requests[0]?.tools.map((tool) => tool.function.name)).toContain("todo_write");
    expect(eventsOf(events, "tool")).toMatchObject([
      { name: "read_file", target: "a.txt", turn: 1, isError: false },
      { name: "edit_file", target: "a.txt", turn: 2, isError: false },
    ]);
    expect(eventsOf(events, "usage")[0]).toMatchObject({ turn: 1, inputTokens: 12, outputTokens: 3 });
    expect(eventsOf(events, "stop")).toMatchObject([{ reason: "done", turns: 3 }]);
    expect(eventsOf(events, "committed")).toMatchObject([{ paths: ["a.txt"] }]);
  });

  test("a failed call is told and the model goes on", async () => {
    const directory = await directoryWith({ "a.txt": "one\n" });
    const { code, events, requests } = await withReplies(
      [{ calls: [edit("three", "3")] }],
      ["--dir", directory, "--task", "x"],
    );
    expect(code).toBe(0);
    expect(eventsOf(events, "tool")).toMatchObject([{ isError: true }]);
    expect(JSON.stringify(requests[1]?.messages.at(-1))).toContain("old_string");
  });

  test("a key is sent and never printed", async () => {
    const key = "sk-secret-0123456789";
    const directory = await directoryWith({});
    const { authorizations, stdout, stderr, code } = await withReplies(
      () => ({ status: 401, text: `wrong key ${key}` }),
      ["--dir", directory, "--task", "x"],
      // As a file of variables may end it.
      { env: { COMPATIBLE_API_KEY: `${key}\r\n` } },
    );
    expect(authorizations[0]).toBe(`Bearer ${key}`);
    expect(code).toBe(1);
    expect(stdout + stderr).not.toContain(key);
    expect(stdout).toContain("wrong key [key]");
  });

  test("--dry-run shows the changes and writes none", async () => {
    const directory = await directoryWith({ "a.txt": "one\n" });
    const { code, events } = await withReplies(
      [{ calls: [edit("one", "1")] }],
      ["--dir", directory, "--task", "x", "--dry-run"],
    );
    expect(code).toBe(0);
    expect(eventsOf(events, "change")).toMatchObject([{ change: { kind: "modified", path: "a.txt" } }]);
    expect(await filesOf(directory)).toEqual({ "a.txt": "one\n" });
  });

  test("a commit that conflicts with a change on disk names the file, and leaves it and the rest alone", async () => {
    const directory = await directoryWith({ "a.txt": "one\n", "b.txt": "b\n" });
    const replies = async (_: ChatRequest, count: number): Promise<ScriptedReply> => {
      if (count === 0)
        return { calls: [edit("one", "1"), { name: "write_file", arguments: { path: "b.txt", content: "B" } }] };
      await writeFile(join(directory, "a.txt"), "somebody else\n");
      return { text: "Done." };
    };
    const { code, events } = await withReplies(replies, ["--dir", directory, "--task", "x", "--yes"]);
    expect(code).toBe(1);
    const message = "it has changed on disk meanwhile, and is left as it is now";
    expect(eventsOf(events, "refused")).toMatchObject([{ path: "a.txt", message }]);
    expect(eventsOf(events, "notice").map((notice) => notice.message)).toContain("Not done: write b.txt");
    expect(await filesOf(directory)).toEqual({ "a.txt": "somebody else\n", "b.txt": "b\n" });
  });

  test("with several places, what one refuses does not hide what another wrote", async () => {
    const [one, two] = [await directoryWith({ "a.txt": "one\n" }), await directoryWith({ "a.txt": "one\n" })];
    const write = (path: string) => ({ name: "write_file", arguments: { path, content: "new" } });
    const replies = async (_: ChatRequest, count: number): Promise<ScriptedReply> => {
      if (count === 0) return { calls: ["one/n.txt", "two/a.txt", "two/n.txt"].map(write) };
      await writeFile(join(two, "a.txt"), "somebody else\n");
      return { text: "Done." };
    };
    const dirs = ["--dir", `one=${one}`, "--dir", `two=${two}`];
    const { code, events } = await withReplies(replies, [...dirs, "--task", "x", "--yes"]);
    expect(code).toBe(1);
    expect(eventsOf(events, "refused").map(({ path }) => path)).toEqual(["two/a.txt"]);
    expect(eventsOf(events, "committed").flatMap(({ paths }) => paths)).toEqual(["one/n.txt", "two/n.txt"]);
    expect(await filesOf(one)).toEqual({ "a.txt": "one\n", "n.txt": "new" });
    expect(await filesOf(two)).toEqual({ "a.txt": "somebody else\n", "n.txt": "new" });
  });

  test.each([
    ["in one place", "g.txt"],
    ["from place to place", "two/g.txt"],
  ])("what was moved and cannot be written stays where it was: %s", async (_title, destination) => {
    const [one, two] = [await directoryWith({ "f.txt": "one\n" }), await directoryWith({})];
    const move = { name: "move_file", arguments: { source: "f.txt", destination } };
    const change = { name: "edit_file", arguments: { path: destination, old_string: "one", new_string: "1" } };
    const replies = async (_: ChatRequest, count: number): Promise<ScriptedReply> => {
      if (count === 0) return { calls: [move] };
      if (count === 1) return { calls: [change] };
      // Only this disk refuses it: an empty directory stands in its place.
      await mkdir(join(destination === "g.txt" ? one : two, "g.txt"));
      return { text: "Done." };
    };
    const mounts = destination === "g.txt" ? "" : `/mount two=${two}\n`;
    const { code, events } = await withReplies(replies, ["--dir", one, "--yes"], { input: `${mounts}work\n` });
    expect(code).toBe(1);
    expect(eventsOf(events, "refused").map(({ path }) => path)).toEqual([destination]);
    expect(eventsOf(events, "notice").map(({ message }) => message)).toContain("Not done: delete f.txt");
    expect(await filesOf(one)).toEqual({ "f.txt": "one\n" });
  });

  test("a key that the model says is not printed, in whatever pieces it comes", async () => {
    const key = "sk-secret-0123456789";
    const directory = await directoryWith({});
    const { stdout, events } = await withReplies(
      [{ text: ["The key is ", ...Array.from(key), " and ends like sk-sec"] }],
      ["--dir", directory, "--task", "x"],
      { env: { COMPATIBLE_API_KEY: key } },
    );
    expect(stdout).not.toContain(key);
    const said = eventsOf(events, "text").map(({ delta }) => delta);
    expect(said.join("")).toBe("The key is [key] and ends like sk-sec");
  });

  test("a key is not printed round a tool call or in the name of a file", async () => {
    const key = "sk-secret-0123456789";
    const directory = await directoryWith({});
    const write = { name: "write_file", arguments: { path: `${key}.txt`, content: key } };
    const { stdout, events } = await withReplies(
      [{ text: key.slice(0, 5), calls: [write] }, { text: `${key.slice(5)} it was` }],
      ["--dir", directory, "--task", "x", "--dry-run"],
      { env: { COMPATIBLE_API_KEY: key } },
    );
    expect(stdout).not.toContain(key);
    expect(stdout).not.toContain(key.slice(5));
    const said = eventsOf(events, "text").map(({ delta }) => delta);
    expect(said).toEqual(["sk-se", "[key] it wa", "s"]);
    expect(eventsOf(events, "change")[0]?.change.path).toBe("[key].txt");
  });

  test("every call is told, refused ones too, and what belongs to Git is not written", async () => {
    const directory = await directoryWith({ "a.txt": "one\n" });
    const write = (path: string) => ({ name: "write_file", arguments: { path, content: "x" } });
    const calls = [
      { name: "no_such_tool", arguments: {} },
      { name: "read_file", arguments: { path: 7 } },
      { name: "read_file", arguments: '{"path": "a.txt"' },
      write(".git/hooks/pre-commit"),
      write("sub/.GIT/config"),
      write(".gitignore"),
      { name: "read_file", arguments: { path: "a.txt/b.txt" } },
      { name: "multi_edit", arguments: { path: "a.txt", edits: [{ old_string: "one", new_string: "\0" }] } },
    ];
    const { code, events, requests } = await withReplies([{ calls }], ["--dir", directory, "--task", "x", "--yes"]);
    expect(code).toBe(0);
    const told = eventsOf(events, "tool").map(({ name, isError }) => [name, isError]);
    expect(told).toHaveLength(calls.length);
    expect(told.filter(([, isError]) => isError === false)).toEqual([["write_file", false]]);
    // What the model is told, and no more: a cause may name what is none of anybody's business.
    const answers = requests[1]?.messages.map(({ content }) => content);
    for (const { outcome, isError } of eventsOf(events, "tool")) if (isError) expect(answers).toContain(outcome);
    expect(Object.keys(await filesOf(directory)).sort()).toEqual([".gitignore", "a.txt"]);
  });

  test.each<[string, ScriptedReply, RegExp]>([
    ["at the provider's longest", { text: "half a", finish: "length" }, /longest/],
    ["by a filter", { text: "half a", finish: "content_filter" }, /filter/],
    ["by an error in the stream", { text: "half a", failure: { message: "overloaded", code: 529 } }, /overloaded/],
    ["because it does not end", { text: "x".repeat(100_000), endless: "pieces" }, /more than 1 MiB of text/],
    ["because a line does not end", { text: "x".repeat(1_000_000), endless: "line" }, /more than 64 MiB/],
    ["for a reason that nobody knows", { text: "half a", finish: "max_tokens" }, /max_tokens/],
    ["because it has too many calls", { calls: Array(2001).fill({ name: "glob", arguments: {} }) }, /2,000 tool calls/],
    ["because its calls are too long", { calls: [{ name: "glob", arguments: { pattern: "x".repeat(5e6) } }] }, /4 MiB/],
  ])("a reply that is cut off %s is told, and its work is not written unseen", async (_title, reply, message) => {
    const directory = await directoryWith({ "a.txt": "one\n" });
    const replies = [{ calls: [edit("one", "1")] }, reply];
    const { code, events } = await withReplies(replies, ["--dir", directory, "--task", "x", "--yes"]);
    expect(code).toBe(1);
    expect(eventsOf(events, "stop")[0]?.message).toMatch(message);
    expect(eventsOf(events, "change")).toHaveLength(1);
    expect(eventsOf(events, "notice").at(-1)?.message).toContain("did not end by itself");
    expect(await filesOf(directory)).toEqual({ "a.txt": "one\n" });
  });

  test("calls are answered also where the reply says that it is at its end", async () => {
    const directory = await directoryWith({ "a.txt": "one\n" });
    const read = { name: "read_file", arguments: { path: "a.txt" } };
    const { requests } = await withReplies([{ calls: [read], finish: "stop" }], ["--dir", directory, "--task", "x"]);
    expect(JSON.stringify(requests[1]?.messages.at(-1))).toContain("1\\\\tone");
  });
});

describe("limits of a task", () => {
  const read = { name: "read_file", arguments: { path: "a.txt" } };
  const forever = () => ({ calls: [read] });

  test("turns", async () => {
    const directory = await directoryWith({ "a.txt": "one\n" });
    const { code, events } = await withReplies(forever, ["--dir", directory, "--task", "x", "--max-turns", "3"]);
    expect(code).toBe(1);
    expect(eventsOf(events, "stop")).toMatchObject([{ reason: "turns", turns: 3 }]);
  });

  test("time", async () => {
    const directory = await directoryWith({ "a.txt": "one\n" });
    const { code, events } = await withReplies(
      () => ({ text: "…", hang: true }),
      ["--dir", directory, "--task", "x", "--max-seconds", "1"],
    );
    expect(code).toBe(1);
    expect(eventsOf(events, "stop")).toMatchObject([{ reason: "time" }]);
  });

  test("tool calls in a reply: those beyond are refused, and the model is told", async () => {
    const directory = await directoryWith({ "a.txt": "one\n" });
    const { code, events, requests } = await withReplies(
      [{ calls: [read, read, read] }],
      ["--dir", directory, "--task", "x", "--max-tool-calls", "2"],
    );
    expect(code).toBe(0);
    expect(requests[1]?.messages.filter(({ role }) => role === "tool")).toHaveLength(3);
    expect(JSON.stringify(requests[1]?.messages.at(-1))).toContain("at most 2 tool calls");
    expect(eventsOf(events, "tool")).toHaveLength(2);
    expect(eventsOf(events, "skipped")).toMatchObject([{ calls: 1 }]);
    expect(eventsOf(events, "stop")).toMatchObject([{ reason: "done" }]);
  });
});

describe("a conversation", () => {
  test("goes on over several messages, shows the plan and the changes, and takes back step by step", async () => {
    const directory = await directoryWith({ "a.txt": "one\n" });
    const todos = [{ content: "Edit", status: "in_progress" }];
    const replies = [
      { calls: [{ name: "todo_write", arguments: { todos } }] },
      { text: "What next?" },
      { calls: [edit("one", "two")] },
      { calls: [edit("two", "three")] },
      { text: "Edited." },
    ];
    const input = [
      "plan it",
      "/plan",
      "edit it twice",
      "/diff",
      "/undo",
      "/diff",
      "/undo",
      "/diff",
      "/undo",
      "/quit",
      "",
    ].join("\n");
    const { code, events, requests } = await withReplies(replies, ["--dir", directory], { input });
    expect(code).toBe(0);
    expect(eventsOf(events, "plan")).toHaveLength(2);
    expect(eventsOf(events, "change").map(({ diff }) => /^\+(\w+)$/m.exec(diff)?.[1])).toEqual(["three", "two"]);
    const notices = eventsOf(events, "notice").map(({ message }) => message);
    expect(notices.filter((text) => text === "The last step is undone: a.txt")).toHaveLength(2);
    expect(notices).toContain("There is nothing to undo.");
    expect(notices).toContain("No file was changed.");
    expect(requests[2]?.messages.map(({ role }) => role)).toEqual([
      "system",
      "user",
      "assistant",
      "tool",
      "assistant",
      "user",
    ]);
    expect(await filesOf(directory)).toEqual({ "a.txt": "one\n" });
  });

  test("gets another place with /mount, and says what is wrong with one", async () => {
    const [one, two] = [await directoryWith({ "a.txt": "one\n" }), await directoryWith({ "b.txt": "two\n" })];
    const replies = [{ calls: [{ name: "glob", arguments: { pattern: "**" } }] }];
    const input = [`/mount docs=${two}`, `/mount docs=${two}`, "/mount x=/no/such/place", "/mount", "look", ""].join(
      "\n",
    );
    const { code, events, requests } = await withReplies(replies, ["--dir", one], { input });
    expect(code).toBe(0);
    expect(JSON.stringify(requests[1]?.messages.at(-1))).toContain("docs/b.txt");
    expect(eventsOf(events, "error")).toHaveLength(3);
  });

  test("takes no place that would hide a change, and takes no step back that would be hidden", async () => {
    const [one, two] = [await directoryWith({ "a.txt": "one\n" }), await directoryWith({ "b.txt": "two\n" })];
    const write = (path: string) => ({ calls: [{ name: "write_file", arguments: { path, content: "new" } }] });
    const remove = { calls: [{ name: "delete_file", arguments: { path: "gone/f.txt" } }] };
    const replies = [
      write("sub/f.txt"),
      write("f.txt"),
      write("gone/f.txt"),
      remove,
      { text: "Done." },
      write("gone/g.txt"),
    ];
    const input = [
      "work",
      `/mount sub=${two}`,
      `/mount f.txt=${two}`,
      `/mount gone=${two}`,
      "/undo",
      "work on",
      "/etc/hosts is not here",
      "",
    ];
    const { code, events } = await withReplies(replies, ["--dir", one, "--yes"], { input: input.join("\n") });
    expect(eventsOf(events, "error").map(({ message }) => message)).toEqual([
      '"sub" would hide a change that is not on disk yet: sub/f.txt',
      '"f.txt" would hide a change that is not on disk yet: f.txt',
      '"gone/f.txt" lies under a place that was added since',
    ]);
    expect(code).toBe(0);
    expect(eventsOf(events, "task")).toHaveLength(3);
    expect(await filesOf(one)).toEqual({ "a.txt": "one\n", "f.txt": "new", "sub/f.txt": "new" });
    expect(await filesOf(two)).toEqual({ "b.txt": "two\n", "g.txt": "new" });
  });

  test("ends with 1 where one of its tasks stopped before its end", async () => {
    const directory = await directoryWith({});
    const replies = [{ text: "half a", finish: "length" }];
    const { code, events } = await withReplies(replies, ["--dir", directory], { input: "one\ntwo\n" });
    expect(code).toBe(1);
    expect(eventsOf(events, "stop").map(({ reason }) => reason)).toEqual(["cut", "done"]);
  });

  test("with the scripted model does the jobs that are named", async () => {
    const directory = await directoryWith({ "a.md": "# A\n\nA [sic: teh -> the] word.\n" });
    const { code, events } = await runJson(["--dir", directory, "--chat"], {
      input: "mend the typos\nindex the documents\n",
    });
    expect(code).toBe(0);
    expect(eventsOf(events, "stop").map(({ reason }) => reason)).toEqual(["done", "done"]);
    expect(eventsOf(events, "change").map(({ change }) => change.path)).toEqual(["DOCUMENTS.md", "a.md"]);
    expect(eventsOf(events, "change")[0]?.diff).toContain("A (");
  });

  test("several directories stand side by side under their names", async () => {
    const [one, two] = [await directoryWith({ "a.md": "# A\n" }), await directoryWith({ "b.md": "# B\n" })];
    const { code, events } = await runJson(["--dir", `one=${one}`, "--dir", `two=${two}`, "--task", "mend the typos"]);
    expect(code).toBe(0);
    expect(eventsOf(events, "session")[0]?.places).toEqual([
      { name: "one", directory: one },
      { name: "two", directory: two },
    ]);
  });
});

test.runIf(process.platform !== "win32")(
  "Ctrl-C stops the turn; what its tools did is whole and can be seen",
  async () => {
    const directory = await directoryWith({ "a.txt": "one\n" });
    const replies = (_: ChatRequest, count: number): ScriptedReply =>
      count === 0 ? { calls: [edit("one", "two")] } : { text: "still thinking", hang: true };
    let sent = false;
    const { code, events } = await withReplies(replies, ["--dir", directory, "--task", "x", "--yes"], {
      onOutput(stdout, kill) {
        if (sent || !stdout.includes("still thinking")) return;
        sent = true;
        kill("SIGINT");
      },
    });
    expect(code).toBe(130);
    expect(eventsOf(events, "stop")).toMatchObject([{ reason: "interrupted" }]);
    expect(eventsOf(events, "change")).toMatchObject([{ change: { kind: "modified", path: "a.txt" } }]);
    expect(await filesOf(directory)).toEqual({ "a.txt": "one\n" });
  },
);

test.runIf(process.platform !== "win32")("a call that Ctrl-C stops is told before the turn ends", async () => {
  const files = Array.from({ length: 2_500 }, (_, index) => [`f${index}.txt`, "abc\n".repeat(200)]);
  const directory = await directoryWith(Object.fromEntries(files) as Record<string, string>);
  const search = { name: "grep", arguments: { pattern: "(a|b|c)*zq[0-9]+y" } };
  const calls = [{ name: "read_file", arguments: { path: "f0.txt" } }, ...Array.from({ length: 20 }, () => search)];
  let sent = false;
  const { events } = await withReplies([{ calls }], ["--dir", directory, "--task", "x"], {
    onOutput(stdout, kill) {
      if (sent || !stdout.includes('"name":"read_file"')) return;
      sent = true;
      kill("SIGINT");
    },
  });
  const stop = events.findIndex(({ type }) => type === "stop");
  expect(events[stop]).toMatchObject({ reason: "interrupted" });
  expect(eventsOf(events.slice(0, stop), "tool").map(({ outcome }) => outcome)).toContain("stopped");
  expect(eventsOf(events.slice(stop), "tool")).toEqual([]);
});

test.runIf(process.platform !== "win32")(
  "Ctrl-C while changes are written ends between two files, and what is written is named",
  async () => {
    const directory = await directoryWith({});
    const paths = Array.from({ length: 400 }, (_, index) => `f${index}.txt`);
    const calls = paths.map((path) => ({ name: "write_file", arguments: { path, content: path } }));
    const args = ["--dir", directory, "--task", "x", "--yes", "--max-tool-calls", "400"];
    let kill: ((signal: NodeJS.Signals) => void) | undefined;
    let presses = 0;
    const watcher = watch(directory, () => {
      if (presses++ < 3) kill?.("SIGINT");
    });
    onTestFinished(() => watcher.close());
    const { events } = await withReplies([{ calls }], args, { onOutput: (_, killProgram) => (kill = killProgram) });
    const named = eventsOf(events, "committed").flatMap((event) => event.paths);
    expect(Object.keys(await filesOf(directory)).sort()).toEqual(named.sort());
  },
);

describe("the command line", () => {
  test.each<[string, string[], RegExp]>([
    ["a missing directory", ["--dir", "no-such-directory"], /directory|root/],
    ["a file as a directory", ["--dir", "package.json"], /directory|root/],
    ["an unknown option", ["--nope"], /unknown option '--nope'/],
    ["a model without a provider", ["--model", "gpt"], /PROVIDER:NAME/],
    ["a provider that is none", ["--model", "constructor:x"], /PROVIDER:NAME/],
    ["a key that is missing", ["--model", "anthropic:x"], /ANTHROPIC_API_KEY/],
    ["an endpoint that is missing", ["--model", "compatible:x"], /--base-url/],
    ["an endpoint that is none", ["--model", "compatible:x", "--base-url", "here"], /URL/],
    ["an endpoint without a model", ["--base-url", "http://127.0.0.1:1"], /--model/],
    ["a limit that is none", ["--max-turns", "0"], /whole number/],
    ["a limit that no timer has", ["--max-seconds", "2147484"], /from 1 to 86400/],
    ["a task for a model that is none", ["--task", "write a poem"], /without --model/],
    ["an empty task", ["--task", " "], /--task/],
    ["two directories of which one holds the other", ["--dir", "a=.", "--dir", "b=apps"], /overlaps/],
    ["asking and not asking", ["--write", "--yes"], /--write/],
    ["two directories of one name", ["--dir", "a=.", "--dir", "a=."], /"a"/],
  ])("%s is one line and exit code 2", async (_title, args, message) => {
    const { code, stdout, stderr } = await runProgram(args, { env: { ANTHROPIC_API_KEY: "" } });
    expect([code, stdout, stderr.trimEnd().split("\n").length]).toEqual([2, "", 1]);
    expect(stderr).toMatch(message);
  });

  test("a directory of Git's own is none to work on", async () => {
    const directory = await directoryWith({ ".git/hooks/pre-commit": "" });
    const { code, stderr } = await runProgram(["--dir", join(directory, ".git/hooks")]);
    expect(code).toBe(2);
    expect(stderr).toContain("belongs to Git");
  });

  test("with --json a wrong option is an event, and nobody can be asked", async () => {
    const { code, events } = await runJson(["--write"]);
    expect(code).toBe(2);
    expect(events).toMatchObject([{ type: "error", message: expect.stringContaining("--write") as string }]);
  });

  test.each([
    ["too short", "e"],
    ["spelled otherwise in JSON", 'sk-"secret"-0123'],
    ["no ASCII", "sk-geheimnis-für-dich"],
  ])("a key that is %s could not be kept back, and is none", async (_title, key) => {
    const args = ["--model", "compatible:x", "--base-url", "http://127.0.0.1:1"];
    const { code, stderr } = await runProgram(args, { env: { COMPATIBLE_API_KEY: key } });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: COMPATIBLE_API_KEY is no key: .*8 or more ASCII.*; unset it where .*\n$/);
  });

  test("--help explains every option", async () => {
    const { code, stdout } = await runProgram(["--help"]);
    expect(code).toBe(0);
    const options = ["dir", "model", "base-url", "task", "chat", "write", "yes", "dry-run", "json", "max-turns"];
    for (const option of [...options, "max-seconds", "max-tool-calls"]) expect(stdout).toContain(`--${option}`);
  });
});
