import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type IPty, spawn } from "@lydell/node-pty";
import { expect, onTestFinished, test } from "vitest";
import { startOpenAiServer } from "./support/openai-server.js";
import { program } from "./support/run-agent.js";
import { directoryWith, filesOf } from "./support/temporary-directory.js";

/** The program in a real terminal: what a user would see and type. */
function open(args: readonly string[]) {
  const shell = process.platform === "win32" ? undefined : "/bin/sh";
  // In a shell, so that the terminal outlives the program and its state can be asked for.
  const line = [process.execPath, program, ...args].map((part) => `'${part}'`).join(" ");
  const terminal: IPty = spawn(
    shell ?? process.execPath,
    shell ? ["-c", `${line}; echo "code $?"; stty -a`] : [program, ...args],
    {
      cols: 100,
      rows: 40,
      env: { ...process.env, TERM: "xterm-256color", NO_COLOR: "" },
    },
  );
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
    await terminal.sees("this change to disk?");
    terminal.type("Y\r");
    await terminal.sees("Written to disk: b.txt");
    await terminal.sees("this change to disk?");
    terminal.type("\x04");
    await terminal.sees("code 1");
    expect(await filesOf(directory)).toEqual({ "a.txt": "somebody else\n", "b.txt": "2\n" });
  },
);

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
    await terminal.sees("code 130");
    const state = await terminal.end();
    expect(state).toMatch(/(^|\s)icanon/);
    expect(state).toMatch(/(^|\s)echo\b/);
  },
);
