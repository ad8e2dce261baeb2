import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
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
      { env: { COMPATIBLE_API_KEY: key } },
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

  test("a commit that conflicts with a change on disk writes nothing and names the file", async () => {
    const directory = await directoryWith({ "a.txt": "one\n", "b.txt": "b\n" });
    const replies = async (_: ChatRequest, count: number): Promise<ScriptedReply> => {
      if (count === 0)
        return { calls: [edit("one", "1"), { name: "write_file", arguments: { path: "b.txt", content: "B" } }] };
      await writeFile(join(directory, "a.txt"), "somebody else\n");
      return { text: "Done." };
    };
    const { code, events } = await withReplies(replies, ["--dir", directory, "--task", "x", "--yes"]);
    expect(code).toBe(1);
    expect(eventsOf(events, "error")[0]?.message).toContain("a.txt");
    expect(await filesOf(directory)).toEqual({ "a.txt": "somebody else\n", "b.txt": "b\n" });
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
    expect(notices.filter((text) => text === "The last step is undone.")).toHaveLength(2);
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
    const { code, events } = await withReplies(replies, ["--dir", directory, "--task", "x"], {
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
    ["asking and not asking", ["--write", "--yes"], /--write/],
    ["two directories of one name", ["--dir", "a=.", "--dir", "a=."], /"a"/],
  ])("%s is one line and exit code 2", async (_title, args, message) => {
    const { code, stdout, stderr } = await runProgram(args, { env: { ANTHROPIC_API_KEY: "" } });
    expect([code, stdout, stderr.trimEnd().split("\n").length]).toEqual([2, "", 1]);
    expect(stderr).toMatch(message);
  });

  test("--help explains every option", async () => {
    const { code, stdout } = await runProgram(["--help"]);
    expect(code).toBe(0);
    const options = ["dir", "model", "base-url", "task", "chat", "write", "yes", "dry-run", "json", "max-turns"];
    for (const option of [...options, "max-seconds", "max-tool-calls"]) expect(stdout).toContain(`--${option}`);
  });
});
