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
  /** How often each contender is timed. */
  readonly rounds: number;
  /** How often each runs before that, as it has in a process that serves for a while. */
  readonly warmUps: number;
}

export interface BenchRow {
  readonly task: string;
  /** What the others are held against: ripgrep or, where the machine has none, the plain walk. */
  readonly base: "rg" | "walk";
  /** By contender. */
  readonly results: Readonly<Record<string, BenchResult>>;
}

export interface BenchResult {
  /** Milliseconds. */
  readonly median: number;
  /** To the median of the base, timed in turns with this contender. */
  readonly ratio: number;
}

type Contender = () => number | Promise<number>;

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

/** Runs every task by every contender. */
export async function runBench({ rounds, warmUps, ...size }: BenchOptions): Promise<BenchRow[]> {
  const root = mkdtempSync(join(tmpdir(), "x-bench-"));
  try {
    const tree = createSourceTree(size);
    writeSourceTree(root, tree);
    const memory = caller(createMemoryStorage({ files: tree }));
    const disk = caller(createNodeStorage({ root }));
    const hasRipgrep = spawnSync("rg", ["--version"]).status === 0;
    const rows: BenchRow[] = [];
    for (const task of tasks) {
      const contenders: Record<string, Contender> = {
        memory: () => memory(task),
        disk: () => disk(task),
        walk: () => task.walk(root),
      };
      const base = hasRipgrep ? "rg" : "walk";
      const runBase = hasRipgrep ? () => ripgrep(root, task.rg) : () => task.walk(root);
      const results: Record<string, BenchResult> = {};
      for (const [name, run] of Object.entries(contenders)) {
        if (name !== base) results[name] = await compare(task.name, runBase, run, { rounds, warmUps });
      }
      rows.push({ task: task.name, base, results });
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

/** In turns with the base, and with nobody else, so that none pays for the garbage of another. */
async function compare(
  task: string,
  base: Contender,
  contender: Contender,
  { rounds, warmUps }: Pick<BenchOptions, "rounds" | "warmUps">,
): Promise<BenchResult> {
  const baseTimes: number[] = [];
  const times: number[] = [];
  const found = new Set<number>();
  for (let count = 0; count < warmUps; count++) found.add(await contender());
  for (let round = 0; round < rounds; round++) {
    for (const [run, into] of [[base, baseTimes] as const, [contender, times] as const]) {
      const start = performance.now();
      found.add(await run());
      into.push(performance.now() - start);
    }
  }
  if (found.size > 1) throw new Error(`${task}: the contenders found ${[...found].join(", ")} results`);
  return { median: median(times), ratio: median(times) / median(baseTimes) };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}
