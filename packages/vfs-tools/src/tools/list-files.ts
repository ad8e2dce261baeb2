import { defineTool, schema, type Tool } from "@x/tools";
import { comparePaths, type FileMetadata, VfsError } from "@x/vfs";
import { argumentError } from "../argument-error.js";
import { BoundedList, maximumListBytes } from "../bounded-list.js";
import { displayText } from "../display-text.js";
import { createPacer } from "../pacer.js";
import type { Policy } from "../policy.js";
import { quoteText } from "../quote-text.js";
import type { ToolContext } from "../tool-context.js";

/** For the two lists; what stands beside them takes the rest of what a list may have. */
const budgetBytes = maximumListBytes - 512;
const filesPerStep = 5_000;
const hint =
  "The list is cut. Narrow it with directory or depth, or find files by name with glob where it is available.";

/** What models write when they mean everything. No path names the root, so they are told what does. */
const rootSpellings: ReadonlySet<string> = new Set(["", ".", "./", "/"]);

interface ListedFile {
  readonly path: string;
  readonly size: number;
  readonly updated_at: string | null;
}

interface ListedDirectory {
  readonly path: string;
  /** How many files are anywhere below. */
  readonly files: number;
}

export function listFilesTool({ storage, policy }: ToolContext): Tool {
  return defineTool(
    {
      name: "list_files",
      description:
        "List files, sorted by path, with size in bytes and time of change. Without `depth` it lists everything below: " +
        "in a large tree start with depth 1, which shows each directory with its number of files.",
      parameters: schema.object({
        directory: schema.optional(
          schema.string("List only what lies below this directory, like src/app, without a slash at the end"),
        ),
        depth: schema.optional(
          schema.integer(
            "How many levels of files to show, from 1; deeper files are only counted, by directory. Default: all",
          ),
        ),
      }),
      annotations: { title: "List files", readOnly: true },
    },
    async ({ directory, depth = Number.POSITIVE_INFINITY }, { signal }) => {
      if (directory !== undefined && rootSpellings.has(directory)) throw namesRoot(directory);
      if (directory?.endsWith("/")) throw endsInSlash(directory);
      if (directory !== undefined) policy.checkDirectory(directory);
      if (depth < 1) throw argumentError('argument "depth" must be at least 1');
      const prefix = directory === undefined ? "" : `${directory}/`;
      const listing = await storage.listFiles({ prefix, signal });
      const { files, directories, total } = await survey(listing, prefix, depth, policy, signal);
      if (total === 0 && directory !== undefined) throw noDirectory(directory);
      const shown = share(files, directories);
      return {
        content: {
          files: shown.files.items,
          ...(Number.isFinite(depth) && { directories: shown.directories.items }),
          ...((shown.files.full || shown.directories.full) && { total_files: total, truncated: true, notes: [hint] }),
        },
        display: `listed ${total} ${total === 1 ? "file" : "files"}${directory === undefined ? "" : ` in ${displayText(directory)}`}`,
      };
    },
  );
}

interface Survey {
  /** As many files as a result without directories could hold. */
  readonly files: BoundedList<ListedFile>;
  readonly directories: readonly ListedDirectory[];
  /** Files on every level. */
  readonly total: number;
}

/** One pass over a sorted listing, in which the files below a directory follow each other. */
async function survey(
  listing: readonly FileMetadata[],
  prefix: string,
  depth: number,
  policy: Policy,
  signal: AbortSignal,
): Promise<Survey> {
  const pace = createPacer(signal);
  const files = new BoundedList<ListedFile>({ maximumBytes: budgetBytes });
  const directories: { path: string; files: number }[] = [];
  let below = "/";
  let total = 0;
  for (const [index, file] of listing.entries()) {
    if (index % filesPerStep === 0) await pace();
    const { path, size, updatedAt } = file;
    if (!policy.allows(path)) continue;
    total++;
    const directory = directories.at(-1);
    if (directory !== undefined && path.startsWith(below)) {
      directory.files++;
      continue;
    }
    const end = endOfLevel(path, prefix.length, depth);
    if (end === -1) {
      files.add({ path, size, updated_at: updatedAt?.toISOString() ?? null });
    } else {
      directories.push({ path: path.slice(0, end), files: 1 });
      below = path.slice(0, end + 1);
    }
  }
  directories.sort((a, b) => comparePaths(a.path, b.path));
  return { files, directories, total };
}

/** Where the directory on the last shown level ends in a path that leads below it; -1 for a file that is shown. */
function endOfLevel(path: string, from: number, depth: number): number {
  let end = from - 1;
  for (let level = 0; level < depth && (level === 0 || end !== -1); level++) end = path.indexOf("/", end + 1);
  return end;
}

/** Each list may take half of the result, and what the other leaves. */
function share(files: BoundedList<ListedFile>, directories: readonly ListedDirectory[]) {
  const wanted = fill(directories, budgetBytes);
  const half = budgetBytes / 2;
  const forDirectories = Math.max(half, budgetBytes - files.bytes);
  const forFiles = Math.max(half, budgetBytes - wanted.bytes);
  const shown = fill(files.items, forFiles);
  shown.full ||= files.full;
  return { files: shown, directories: fill(directories, forDirectories) };
}

function fill<T>(items: readonly T[], maximumBytes: number): BoundedList<T> {
  const list = new BoundedList<T>({ maximumBytes });
  for (const item of items) if (!list.add(item)) break;
  return list;
}

function namesRoot(directory: string): VfsError {
  const message = 'argument "directory" must name a directory like src/app; leave it out to list every file';
  return new VfsError("VFS_PATH_INVALID", message, { path: directory });
}

function endsInSlash(directory: string): VfsError {
  const message = `argument "directory" must not end in "/"; use ${quoteText(directory.replace(/\/+$/, ""))}`;
  return new VfsError("VFS_PATH_INVALID", message, { path: directory });
}

function noDirectory(directory: string): VfsError {
  return new VfsError(
    "VFS_FILE_NOT_FOUND",
    `there is no directory ${JSON.stringify(directory)} with files in it; list_files with depth 1 shows what there is`,
    { path: directory },
  );
}
