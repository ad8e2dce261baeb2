import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolRegistry } from "@x/tools";
import type { Storage } from "@x/vfs";
import { createMemoryStorage } from "@x/vfs-memory";
import { createNodeStorage } from "@x/vfs-node";
import { registerVfsTools } from "@x/vfs-tools";
import { globByWalk, grepByWalk } from "./plain-walk.js";
import { createSourceTree, rareNames, type TreeSize, writeSourceTree } from "./source-tree.js";

export interface BenchOptions extends TreeSize {
  readonly rounds: number;
}

export interface BenchRow {
  readonly task: string;
  /** Median milliseconds by contender. `rg` is missing where the machine has none. */
  readonly medians: Readonly<Record<string, number>>;
}

interface Task {
  readonly name: string;
  readonly tool: "grep" | "glob";
  readonly args: Readonly<Record<string, unknown>>;
  /** How many results each contender must find. */
  readonly rg: readonly string[];
  readonly walk: (root: string) => number;
}

const tasks: readonly Task[] = [
  grepTask("grep, a rare name", rareNames.literal),
  grepTask("grep, an expression", "settle\\w+\\(.*\\d{4}\\)"),
  grepTask("grep, any case", rareNames.literal.toUpperCase(), true),
  grepTask("grep, no match", "no such text anywhere"),
  {
    name: "glob, by extension and name",
    tool: "glob",
    args: { pattern: "src/**/ledger-*.{py,css}" },
    rg: ["--files", "--glob", "src/**/ledger-*.{py,css}"],
    walk: (root) => globByWalk(root, /^src\/(?:.*\/)?ledger-[^/]*\.(?:py|css)$/),
  },
];

function grepTask(name: string, pattern: string, ignoreCase = false): Task {
  return {
    name,
    tool: "grep",
    args: { pattern, case_insensitive: ignoreCase },
    rg: ["--line-number", ...(ignoreCase ? ["--ignore-case"] : []), "--regexp", pattern],
    walk: (root) => grepByWalk(root, new RegExp(pattern, ignoreCase ? "i" : "")),
  };
}

/** Runs every task by every contender, one after the other in each round, so that none has the machine to itself. */
export async function runBench({ rounds, ...size }: BenchOptions): Promise<BenchRow[]> {
  const root = mkdtempSync(join(tmpdir(), "x-bench-"));
  try {
    const tree = createSourceTree(size);
    writeSourceTree(root, tree);
    const memory = caller(createMemoryStorage({ files: tree }));
    const disk = caller(createNodeStorage({ root }));
    const hasRipgrep = spawnSync("rg", ["--version"]).status === 0;
    const rows: BenchRow[] = [];
    for (const task of tasks) {
      const contenders: Record<string, () => number | Promise<number>> = {
        ...(hasRipgrep && { rg: () => ripgrep(root, task.rg) }),
        memory: () => memory(task),
        disk: () => disk(task),
        walk: () => task.walk(root),
      };
      rows.push({ task: task.name, medians: await measure(task.name, contenders, rounds) });
    }
    return rows;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function caller(storage: Storage): (task: Task) => Promise<number> {
  const registry = createToolRegistry();
  registerVfsTools(registry, { storage });
  return async ({ tool, args }) => {
    const { content } = await registry.dispatch({ name: tool, arguments: args });
    const { matches, paths } = content as { matches?: string[]; paths?: string[] };
    return (matches ?? paths ?? []).length;
  };
}

/** It has to hand its output over, as it would to a tool that calls it. */
function ripgrep(root: string, args: readonly string[]): number {
  const { stdout } = spawnSync("rg", ["--no-config", "--no-ignore", "--hidden", ...args, "."], {
    cwd: root,
    encoding: "utf8",
  });
  return stdout.split("\n").length - 1;
}

async function measure(
  task: string,
  contenders: Readonly<Record<string, () => number | Promise<number>>>,
  rounds: number,
): Promise<Record<string, number>> {
  const times = Object.fromEntries(Object.keys(contenders).map((name) => [name, [] as number[]]));
  const answers = new Set<number>();
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round++) {
    for (const [name, run] of Object.entries(contenders)) {
      const start = performance.now();
      answers.add(await run());
      if (round > 0) times[name]?.push(performance.now() - start);
    }
  }
  if (answers.size > 1) throw new Error(`${task}: the contenders found ${[...answers].join(", ")} results`);
  return Object.fromEntries(Object.entries(times).map(([name, values]) => [name, median(values)]));
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}
