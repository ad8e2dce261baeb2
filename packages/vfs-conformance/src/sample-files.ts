import { bytesOf } from "./expectations.js";

/** What a store that comes empty is given where a requirement only reads. */
export const sampleFiles: ReadonlyMap<string, Uint8Array> = new Map([
  ["docs/guide.txt", bytesOf("The first line\nand a second one\n")],
  ["docs/notes.txt", bytesOf("Grüße aus Köln\n")],
  ["docs/more/deep.txt", bytesOf("deep")],
  ["empty.txt", new Uint8Array()],
  ["readme.txt", bytesOf("zebrafinch\n")],
]);
