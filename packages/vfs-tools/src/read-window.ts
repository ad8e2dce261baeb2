import { type ByteSource } from "./byte-source.js";
import { LineWindow, type WindowRequest } from "./line-window.js";
import { type TextEncoding } from "./text-encoding.js";
import { readTextPieces } from "./text-pieces.js";

export interface TextWindow {
  readonly window: LineWindow;
  /** Whether every byte of the file was looked at. */
  readonly isWholeFile: boolean;
  readonly isWellFormed: boolean;
}

export interface WindowSizes {
  /** How much is read at a time. */
  readonly pieceBytes: number;
  /** A larger file is read no further than the window needs. */
  readonly fullScanBytes: number;
}

export const defaultWindowSizes: WindowSizes = { pieceBytes: 1024 * 1024, fullScanBytes: 32 * 1024 * 1024 };

/** Reads a file until the window is full, and a file that is not too large to its end, so that its lines are counted. */
export async function readWindow(
  source: ByteSource,
  encoding: TextEncoding,
  request: WindowRequest,
  sizes: WindowSizes,
  signal: AbortSignal,
): Promise<TextWindow> {
  const window = new LineWindow(request);
  const scansAll = source.metadata.size <= sizes.fullScanBytes;
  let isWellFormed = true;
  const pieces = readTextPieces(source, encoding, sizes.pieceBytes, signal);
  for await (const { bytes, isExact, isLast } of pieces) {
    window.push(bytes);
    isWellFormed &&= isExact;
    if (window.isFull && !scansAll && !isLast) return { window, isWholeFile: false, isWellFormed };
  }
  window.end();
  return { window, isWholeFile: true, isWellFormed };
}
