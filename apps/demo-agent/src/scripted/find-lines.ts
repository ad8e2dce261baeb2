import { call, type Script } from "./script.js";

export interface FoundLine {
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
  readonly text: string;
}

/** The lines that grep finds, with their paths told apart from the line numbers by a second, shorter answer. */
export function* findLines(
  text: string,
  pattern: string,
  ownFiles: readonly string[],
  glob = "**",
): Script<FoundLine[]> {
  const listed = yield* call(text, "grep", { pattern, path_glob: glob, output_mode: "files_with_matches" });
  const { files = [] } = (listed.value ?? {}) as { files?: string[] };
  if (files.length === 0) return [];
  const matched = yield* call("", "grep", { pattern, path_glob: glob });
  const { matches = [] } = (matched.value ?? {}) as { matches?: string[] };
  // A path may hold what looks like a line number, so the longest known path that fits is the right one.
  const known = [...files].sort((a, b) => b.length - a.length);
  return matches.flatMap((entry) => {
    const path = known.find((candidate) => entry.startsWith(`${candidate}:`));
    const rest = path === undefined ? null : /^(\d+):([^]*)$/.exec(entry.slice(path.length + 1));
    if (path === undefined || rest === null || ownFiles.includes(path)) return [];
    return [{ path, line: Number(rest[1]), text: rest[2] ?? "" }];
  });
}
