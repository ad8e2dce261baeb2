/** The formats that models take as attachments, and the largest file of each, in bytes. */
export const attachmentLimits: Readonly<Record<string, number>> = {
  "image/png": 5 * 1024 * 1024,
  "image/jpeg": 5 * 1024 * 1024,
  "image/gif": 5 * 1024 * 1024,
  "image/webp": 5 * 1024 * 1024,
  "application/pdf": 10 * 1024 * 1024,
};

/** The media type of a file that a model can look at, known by its first bytes; undefined for any other. */
export function mediaTypeOf(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  if (head.startsWith("\x89PNG\r\n\x1A\n")) return "image/png";
  if (head.startsWith("\xFF\xD8\xFF")) return "image/jpeg";
  if (head.startsWith("GIF87a") || head.startsWith("GIF89a")) return "image/gif";
  if (head.startsWith("RIFF") && head.startsWith("WEBP", 8)) return "image/webp";
  if (head.startsWith("%PDF-")) return "application/pdf";
  return undefined;
}
