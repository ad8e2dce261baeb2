import { VfsError } from "@x/vfs";

const maximumText = 48;

/** A value of a call as a report shows it: short, on one line, whatever it holds. */
export function showValue(value: unknown): string {
  if (typeof value === "string") return showText(value);
  if (value instanceof Uint8Array) return showBytes(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "an invalid Date" : value.toISOString();
  if (value instanceof AbortSignal) return value.aborted ? "aborted signal" : "signal";
  if (value instanceof Error) return showError(value);
  if (Array.isArray(value)) return showList(value);
  if (typeof value === "object" && value !== null) return showObject(value);
  if (typeof value === "function") return "a function";
  return String(value);
}

function showText(text: string): string {
  return JSON.stringify(text.length > maximumText ? `${text.slice(0, maximumText)}…` : text);
}

function showBytes(bytes: Uint8Array): string {
  const start = [...bytes.subarray(0, 12)].map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
  if (bytes.length <= 12) return `<${start}>`;
  return `<${start} … ${bytes.length} bytes>`;
}

function showList(list: readonly unknown[]): string {
  const items = list.slice(0, 12).map(showValue);
  return `[${items.join(", ")}${list.length > items.length ? `, … ${list.length} in all` : ""}]`;
}

function showObject(value: object): string {
  const entries = Object.entries(value).slice(0, 8);
  return entries.length === 0 ? "{}" : `{ ${entries.map(([key, item]) => `${key}: ${showValue(item)}`).join(", ")} }`;
}

function showError(error: Error): string {
  const message = error.message.length > 300 ? `${error.message.slice(0, 300)}…` : error.message;
  return VfsError.is(error) ? `VfsError ${error.code}: ${message}` : `${error.name}: ${message}`;
}
