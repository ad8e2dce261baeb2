import { defineTool, schema, type Tool } from "@x/tools";
import { contentTypeForPath, VfsError } from "@x/vfs";
import { argumentError } from "../argument-error.js";
import { displayText } from "../display-text.js";
import { knownSize } from "../find-file.js";
import { detectEncoding, isBinary } from "../text-encoding.js";
import type { ToolContext } from "../tool-context.js";
import { boundedDiff } from "../unified-diff.js";
import { withFileLock } from "../with-file-lock.js";

const contentTypePattern = /^[\w.+-]{1,80}\/[\w.+-]{1,80}(?:; ?[\w.+-]{1,40}=[\w.+-]{1,40}){0,3}$/;

export function writeFileTool(context: ToolContext): Tool {
  const { storage, policy, maximumFileBytes } = context;
  return defineTool(
    {
      name: "write_file",
      description:
        "Create a file, or replace all of an existing one. `content` is stored exactly as given, as UTF-8. To change a " +
        "part of a file, edit_file is shorter and safer where it is available. There is no need to create directories.",
      parameters: schema.object({
        path: schema.string("The file, relative to the root, like docs/plan.md"),
        content: schema.string("The whole text of the file"),
        content_type: schema.optional(
          schema.string("A media type. Default: what the extension of the path stands for"),
        ),
      }),
      annotations: { title: "Write file", destructive: true, idempotent: true },
    },
    async ({ path, content, content_type: givenType }, { signal }) => {
      policy.check(path);
      if (!content.isWellFormed()) {
        throw argumentError('argument "content" must not contain an unpaired surrogate');
      }
      if (givenType !== undefined && !contentTypePattern.test(givenType)) {
        throw argumentError('argument "content_type" must be a media type like text/markdown');
      }
      const bytes = new TextEncoder().encode(content);
      const size = bytes.length;
      if (size > maximumFileBytes) {
        throw new VfsError(
          "VFS_FILE_TOO_LARGE",
          `the content has ${size} bytes, more than the ${maximumFileBytes} allowed; split it over several files`,
          { path },
        );
      }
      const contentType = givenType ?? defaultContentType(path);
      return withFileLock(context, [path], signal, async () => {
        const before = await existingText(context, path, signal);
        await storage.writeFile(path, bytes, contentType, { signal });
        return {
          content: { path, size, content_type: contentType },
          display:
            before === undefined ? `wrote ${displayText(path)}, ${size} bytes` : boundedDiff(path, before, bytes),
        };
      });
    },
  );
}

function defaultContentType(path: string): string {
  const type = contentTypeForPath(path);
  return type === "application/octet-stream" ? "text/markdown" : type;
}

/** For the diff only, so a file that is missing, large, unreadable or no UTF-8 does without one. */
async function existingText(
  { storage, maximumFileBytes }: ToolContext,
  path: string,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  try {
    const size = await knownSize(storage, path, { signal });
    if (size === undefined || size > maximumFileBytes) return undefined;
    const { content } = await storage.readFile(path, { signal });
    if (content.length > maximumFileBytes) return undefined;
    return isBinary(content) || detectEncoding(content).startsWith("utf-16") ? undefined : content;
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}
