import { defineTool, schema, type Tool } from "@x/tools";
import { VfsError } from "@x/vfs";
import { argumentError } from "../argument-error.js";
import { displayText } from "../display-text.js";
import { findFile } from "../find-file.js";
import { destinationExists, type Move, moveByCopy, moveToOtherSpelling } from "../move-by-copy.js";
import { quoteText } from "../quote-text.js";
import type { ToolContext } from "../tool-context.js";
import { withFileLock } from "../with-file-lock.js";

const name = "move_file";

const definition = {
  name,
  description:
    "Move or rename a file; its content and content type stay. Fails when there is a file at the destination, unless " +
    "`overwrite` is set.",
  parameters: schema.object({
    source: schema.string("The file, relative to the root, like src/old.ts"),
    destination: schema.string("Its new path, name included, like src/new.ts"),
    overwrite: schema.optional(schema.boolean("Replace a file at the destination. Default: false")),
  }),
  annotations: { title: "Move file", destructive: true },
};

export function moveFileTool(context: ToolContext): Tool {
  return defineTool(definition, async ({ source, destination, overwrite = false }, { signal }) => {
    context.policy.check(source, "source");
    context.policy.check(destination, "destination");
    if (source === destination) {
      throw argumentError('arguments "source" and "destination" must differ: a file cannot move onto itself');
    }
    const size = await withFileLock(context, [source, destination], signal, () =>
      moveFile(context, { source, destination, overwrite }, signal),
    );
    return { content: { source, destination, size }, display: `${displayText(source)} -> ${displayText(destination)}` };
  });
}

/** Gives the size of the file. */
async function moveFile(context: ToolContext, move: Move, signal: AbortSignal): Promise<number> {
  const { storage, maximumFileBytes } = context;
  const { source, destination, overwrite } = move;
  const { size } = await findFile(storage, source, { signal });
  if (size > maximumFileBytes) {
    const message = `${quoteText(source)} has ${size} bytes; files of at most ${maximumFileBytes} can be moved`;
    throw new VfsError("VFS_FILE_TOO_LARGE", message, { path: source });
  }
  const native = storage.capabilities.moveFile;
  try {
    if (native !== undefined) await native(source, destination, { overwrite, signal });
    else if (foldSpelling(source) === foldSpelling(destination)) await moveToOtherSpelling(storage, move, signal);
    else await moveByCopy(storage, move, signal);
  } catch (error) {
    throw VfsError.is(error, "VFS_FILE_EXISTS") ? destinationExists(destination) : error;
  }
  return size;
}

/** Equal for paths that a store without case, or without Unicode forms, may take for one. */
function foldSpelling(path: string): string {
  return path.normalize("NFC").toUpperCase().toLowerCase().normalize("NFC");
}
