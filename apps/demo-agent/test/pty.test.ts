import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type IPty, spawn } from "@lydell/node-pty";
import { expect, onTestFinished, test } from "vitest";
import { startOpenAiServer } from "./support/openai-server.js";
import { program } from "./support/run-agent.js";
import { directoryWith, filesOf } from "./support/temporary-directory.js";

interface OpenOptions {
  /** Instead of the program alone, a line of the shell in which `$run` runs it. */
  readonly line?: string;
  readonly env?: Record<string, string>;
}

/** The program in a real terminal: what a user would see and type. */
function open(args: readonly string[], { line = "$run", env = {} }: OpenOptions = {}) {
  const run = [process.execPath, program, ...args].map((part) => `'${part}'`).join(" ");
  // In a shell, so that the terminal outlives the program and its state can be asked for.
  const script = `${line.replace("$run", () => run)}; echo "code $?"; stty -a`;
  const terminal: IPty = spawn("/bin/sh", ["-c", script], {
    cols: 100,
    rows: 40,
    env: { ...process.env, TERM: "xterm-256color", NO_COLOR: "", ...env },
  });
  let output = "";
  let wake: () => void = () => undefined;
  terminal.onData((data) => {
    output += data;
    wake();
  });
  const ended = new Promise<void>((resolve) => {
    terminal.onExit(() => {
      resolve();
      wake();
    });
  });
  onTestFinished(() => terminal.kill());
  return {
    type: (text: string) => terminal.write(text),
    /** Resolves once the text has appeared after what was waited for before. */
    async sees(text: string) {
      while (!output.includes(text)) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      output = output.slice(output.indexOf(text) + text.length);
    },
    async end() {
      await ended;
      return output;
    },
  };
}

const unix = process.platform !== "win32";

test.runIf(unix)("a user answers the questions by typing (the test's shell is Unix)", async () => {
  const directory = await directoryWith({ "a.md": "# A\n", "b.txt": "A [sic: teh -> the] word.\n" });
  const terminal = open(["--dir", directory, "--write"]);
  await terminal.sees("Mend the marked typos");
  await terminal.sees("these 3 changes to disk?");
  terminal.type("e\r");
  await terminal.sees("Write DOCUMENTS.md?");
  terminal.type("No\r");
  await terminal.sees("Write MARKERS.md?");
  terminal.type("n\r");
  await terminal.sees("Write b.txt?");
  terminal.type("y\r");
  await terminal.sees("Written to disk: b.txt");
  await terminal.sees("code 0");
  expect(await filesOf(directory)).toEqual({ "a.md": "# A\n", "b.txt": "A the word.\n" });
});

test.runIf(unix)(
  "only an answer to what was seen counts, and a refusal loses nothing (the test's shell is Unix)",
  async () => {
    const directory = await directoryWith({ "a.txt": "one\n", "b.txt": "two\n" });
    const long = `${Array.from({ length: 90 }, (_, index) => `line ${index}`).join("\n")}\n`;
    const write = (path: string, content: string) => ({ name: "write_file", arguments: { path, content } });
    let goOn: () => void = () => undefined;
    const typed = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const server = await startOpenAiServer(async (_, count) => {
      if (count === 0) return { text: "I write.", calls: [write("a.txt", long), write("b.txt", "2\n")] };
      await typed;
      return { text: "Done." };
    });
    const model = ["--model", "compatible:test", "--base-url", server.url];
    const terminal = open(["--dir", directory, ...model, "--task", "x"]);
    await terminal.sees("write_file b.txt");
    terminal.type("y\r");
    goOn();
    await terminal.sees("more lines");
    await terminal.sees("these 2 changes to disk?");
    await writeFile(join(directory, "a.txt"), "somebody else\n");
    terminal.type("yikes, no\r");
    await terminal.sees("these 2 changes to disk?");
    terminal.type("d\r");
    await terminal.sees("+line 89");
    await terminal.sees("these 2 changes to disk?");
    terminal.type("yes\r");
    await terminal.sees("Not written: a.txt: it has changed on disk meanwhile");
    await terminal.sees("Write b.txt?");
    terminal.type("Y\r");
    await terminal.sees("Written to disk: b.txt");
    await terminal.sees("Write a.txt?");
    terminal.type("\x04");
    await terminal.sees("code 1");
    expect(await filesOf(directory)).toEqual({ "a.txt": "somebody else\n", "b.txt": "2\n" });
  },
);

test.runIf(unix).each([
  ["Ctrl-C", "\x03"],
  ["the end of input", "\x04"],
])("%s in the middle of the questions writes nothing (the test's shell is Unix)", async (_title, key) => {
  const directory = await directoryWith({ "a.md": "# A\n" });
  const terminal = open(["--dir", directory, "--write"]);
  await terminal.sees("these 2 changes to disk?");
  terminal.type("e\r");
  await terminal.sees("Write DOCUMENTS.md?");
  terminal.type("y\r");
  await terminal.sees("Write MARKERS.md?");
  terminal.type(key);
  await terminal.sees("Nothing on disk was changed");
  await terminal.sees("code 0");
  expect(await filesOf(directory)).toEqual({ "a.md": "# A\n" });
});

test.runIf(unix)(
  "what a refusal left over is named before it is asked about, and no question shows the key (the test's shell is Unix)",
  async () => {
    const key = "sk-secret-0123456789";
    const directory = await directoryWith({ "a.txt": "one\n", "b.txt": "two\n", "c.txt": "three\n" });
    const calls = [
      { name: "write_file", arguments: { path: "a.txt", content: "new\n" } },
      { name: "delete_file", arguments: { path: "b.txt" } },
      { name: "move_file", arguments: { source: "c.txt", destination: `${key}.txt` } },
    ];
    const server = await startOpenAiServer((_, count) => (count === 0 ? { calls } : { text: "Done." }));
    const model = ["--model", "compatible:test", "--base-url", server.url];
    const terminal = open(["--dir", directory, ...model, "--task", "x"], { env: { COMPATIBLE_API_KEY: key } });
    await terminal.sees("these 3 changes to disk?");
    await writeFile(join(directory, "a.txt"), "somebody else\n");
    terminal.type("y\r");
    await terminal.sees("Not done: delete b.txt, move c.txt to [key].txt");
    await terminal.sees("these 2 changes to disk?");
    terminal.type("e\r");
    await terminal.sees("Delete b.txt?");
    terminal.type("n\r");
    await terminal.sees("Move c.txt to [key].txt?");
    terminal.type("y\r");
    await terminal.sees("Write a.txt?");
    terminal.type("n\r");
    await terminal.sees("code 1");
    const files = { "a.txt": "somebody else\n", "b.txt": "two\n", [`${key}.txt`]: "three\n" };
    expect(await filesOf(directory)).toEqual(files);
  },
);

test.runIf(unix)("nobody is asked where the output goes to a file (the test's shell is Unix)", async () => {
  const directory = await directoryWith({ "a.md": "# A\n" });
  const terminal = open(["--dir", directory, "--write"], { line: `$run > '${directory}/out.txt'` });
  await terminal.sees("code 0");
  const { "out.txt": output, ...files } = await filesOf(directory);
  expect(output).toContain("nobody is here to be asked");
  expect(files).toEqual({ "a.md": "# A\n" });
});

test.runIf(unix)("a question outlives Ctrl-Z (the test's shell is Unix)", async () => {
  const directory = await directoryWith({ "a.txt": "A [sic: teh -> the] word.\n" });
  const terminal = open(["--dir", directory, "--write"], { line: "set -m; $run; echo stopped; fg" });
  await terminal.sees("these 3 changes to disk?");
  terminal.type("\x1a");
  await terminal.sees("stopped");
  await terminal.sees("these 3 changes to disk?");
  terminal.type("y\r");
  await terminal.sees("Written to disk");
  await terminal.sees("code 0");
  expect(await filesOf(directory)).toMatchObject({ "a.txt": "A the word.\n" });
});

test.runIf(unix)(
  "Ctrl-C stops the turn, a second one quits, and the terminal is sane (the test's shell is Unix)",
  async () => {
    const server = await startOpenAiServer(() => ({ text: "thinking", hang: true }));
    const directory = await directoryWith({ "a.md": "# A\n" });
    const terminal = open(["--dir", directory, "--model", "compatible:test", "--base-url", server.url]);
    await terminal.sees("> ");
    terminal.type("do something\r");
    await terminal.sees("thinking");
    terminal.type("\x03");
    await terminal.sees("Stopped: interrupted");
    await terminal.sees("> ");
    terminal.type("again\r");
    await terminal.sees("thinking");
    terminal.type("\x03");
    await terminal.sees("Stopped: interrupted");
    await terminal.sees("> ");
    terminal.type("\x03");
    await terminal.sees("once more to quit");
    terminal.type("\x03");
    await terminal.sees("code 130");
    const state = await terminal.end();
    expect(state).toMatch(/(^|\s)icanon/);
    expect(state).toMatch(/(^|\s)echo\b/);
  },
);
