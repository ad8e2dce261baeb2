import { defineTool, schema, type Tool, type ToolEnvironment } from "@x/tools";
import { argumentError } from "../argument-error.js";
import { displayText } from "../display-text.js";
import { createGlobMatcher, type GlobMatcher } from "../glob-matcher.js";
import { GrepReport } from "../grep-report.js";
import { LinePattern } from "../line-pattern.js";
import { createMatchWriter, type WriterOptions } from "../match-writer.js";
import { createPacer } from "../pacer.js";
import { type ReadAnswer, readInOrder } from "../read-in-order.js";
import { loadRegexEngine, type RegexEngine } from "../regex-engine.js";
import { type ScanOptions, scanLines } from "../scan-lines.js";
import { searchableText } from "../searchable-text.js";
import { binaryProbeBytes, detectEncoding, isBinary } from "../text-encoding.js";
import type { ToolContext } from "../tool-context.js";

const maximumReadBytes = 32 * 1024 * 1024;
const maximumContext = 5;
const progressIntervalMs = 250;
const pauseIntervalMs = 10;
const pathsPerStep = 1_000;

export interface GrepSettings {
  readonly loadEngine: () => Promise<RegexEngine>;
  /** How long a scan may take. */
  readonly scanMs: number;
}

const defaultSettings: GrepSettings = { loadEngine: loadRegexEngine, scanMs: 10_000 };

interface Search extends WriterOptions, ScanOptions {
  /** On the clock of `performance.now`. */
  readonly deadline: number;
}

export function grepTool(context: ToolContext, settings: GrepSettings = defaultSettings): Tool {
  return defineTool(
    {
      name: "grep",
      description:
        "Search the contents of files with a regular expression in RE2 syntax, line by line: no match spans lines, " +
        "lookaround and backreferences do not exist, \\Q...\\E quotes literal text. Results come in the order of paths, " +
        "at most 200 entries or 40 KiB; `truncated` and `notes` say what was left out.",
      parameters: schema.object({
        pattern: schema.string("The regular expression, like log\\.(warn|error)\\( ; at most 1,000 characters"),
        path_glob: schema.optional(
          schema.string("Search only files whose path matches this glob, like src/**/*.ts. Default: all files"),
        ),
        case_insensitive: schema.optional(schema.boolean("Ignore upper and lower case. Default: false")),
        context: schema.optional(schema.integer("Lines to show around each match, 0 to 5. Default: 0")),
        output_mode: schema.optional(
          schema.enum(
            'What to show: "content", the lines, as path:line:text (path-line-text around matches); ' +
              '"files_with_matches", the paths; "count", how many lines match in each file. Default: content',
            ["content", "files_with_matches", "count"],
          ),
        ),
      }),
      annotations: { title: "Search file contents", readOnly: true },
    },
    async (args, environment) => {
      const { context: around = 0, output_mode: mode = "content" } = args;
      if (around < 0 || around > maximumContext) {
        throw argumentError(`argument "context" must be from 0 to ${maximumContext}, got ${around}`);
      }
      const { signal } = environment;
      const engine = await settings.loadEngine();
      const pattern = new LinePattern(engine, args.pattern, args.case_insensitive ?? false);
      const glob = args.path_glob === undefined ? undefined : createGlobMatcher(args.path_glob, "path_glob");
      const deadline = performance.now() + settings.scanMs;
      const limits = { pace: createPacer(signal), deadline, mayContinue: () => performance.now() < deadline };
      const report = new GrepReport();
      await searchFiles(context, glob, { pattern, around, mode, report, ...limits }, environment);
      const { entries, truncated, notes } = report;
      const name = mode === "content" ? "matches" : mode === "count" ? "counts" : "files";
      const shown = entries.filter((entry) => entry !== "--").length;
      return {
        content: { [name]: entries, truncated, ...(notes.length > 0 && { notes }) },
        display: `grep ${displayText(JSON.stringify(args.pattern.slice(0, 80)))}: ${shown} ${shown === 1 ? "entry" : "entries"}${truncated ? ", truncated" : ""}`,
      };
    },
  );
}

async function searchFiles(
  context: ToolContext,
  glob: GlobMatcher | undefined,
  search: Search,
  { signal, reportProgress }: ToolEnvironment,
): Promise<void> {
  const { report } = search;
  const { paths, behind } = await selectFiles(context, glob, search, signal);
  let done = 0;
  let bytes = 0;
  let nextPause = performance.now() + pauseIntervalMs;
  let nextReport = performance.now() + progressIntervalMs;
  const visit = (answer: ReadAnswer) => {
    bytes += answer.content?.length ?? 0;
    const now = performance.now();
    const isOverTime = now >= search.deadline;
    if (isOverTime || bytes > maximumReadBytes) {
      report.stop(`${isOverTime ? timeNote : readNote}, before ${answer.path}; ${narrow}`);
      return false;
    }
    if (now > nextReport) {
      reportProgress({ progress: done, total: paths.length, message: displayText(answer.path) });
      nextReport = now + progressIntervalMs;
    }
    done++;
    if (now < nextPause) return searchFile(answer, search);
    nextPause = now + pauseIntervalMs;
    return search.pace().then(() => searchFile(answer, search));
  };
  const isComplete = await readInOrder(context.storage, paths, signal, visit);
  if (isComplete && behind !== undefined) report.stop(`${readNote}, before ${behind}; ${narrow}`);
}

const narrow = "narrow the search with path_glob";
const readNote = "stopped after reading 32 MiB";
const timeNote = "stopped for lack of time";

/** The paths of the files that can be read, by their listed sizes, and of the first that is behind the limit. */
async function selectFiles(
  { storage, policy, maximumFileBytes }: ToolContext,
  glob: GlobMatcher | undefined,
  { report, pace }: Search,
  signal: AbortSignal,
): Promise<{ readonly paths: readonly string[]; readonly behind: string | undefined }> {
  const listing = await storage.listSizes({ prefix: glob?.prefix ?? "", signal });
  const paths: string[] = [];
  let behind: string | undefined;
  let bytes = 0;
  let matched = 0;
  let seen = 0;
  for (const file of listing) {
    if (seen++ % pathsPerStep === 0) await pace();
    if (!policy.allows(file.path) || !(glob?.matches(file.path) ?? true)) continue;
    matched++;
    if (file.size > maximumFileBytes) report.skip(`larger than ${maximumFileBytes} bytes`, file.path);
    else if ((bytes += file.size) <= maximumReadBytes) paths.push(file.path);
    else behind ??= file.path;
  }
  if (matched === 0 && glob !== undefined)
    report.remark("no file matches path_glob; ** crosses directories, as in **/*.ts");
  return { paths, behind };
}

/** Whether the search may go on. */
function searchFile({ path, content, error }: ReadAnswer, search: Search): boolean | Promise<boolean> {
  const { report, pattern } = search;
  if (error !== undefined) report.skip(`not readable (${error.code})`, path);
  if (content === undefined) return true;
  const encoding = detectEncoding(content);
  if (encoding === "utf-16le" || encoding === "utf-16be") {
    report.skip("UTF-16 is not searched", path);
    return true;
  }
  // Most files hold nothing, and are done in one call; of small ones that costs less than to look at their kind.
  if (pattern.isAbsent(content) || (content.length > binaryProbeBytes && isBinary(content))) return true;
  const text = searchableText(content, encoding);
  const holdsNothing = text.length <= pattern.pieceBytes && pattern.candidate(text) === -1;
  return holdsNothing || isBinary(content) || searchLines(path, text, search);
}

async function searchLines(path: string, text: Buffer, search: Search): Promise<boolean> {
  const { report, mode } = search;
  const writer = createMatchWriter(path, text, search);
  const isInTime = await scanLines(text, search, {
    add: (start, end) => writer.add(start, end),
    skip: () => report.skip("lines too long for this pattern, in", path),
  });
  // A count of a part of the lines would be taken for the whole.
  const goesOn = (isInTime || mode !== "count") && writer.finish();
  if (!isInTime) report.stop(`${timeNote}, in ${path}; ${narrow}`);
  return goesOn && isInTime;
}
