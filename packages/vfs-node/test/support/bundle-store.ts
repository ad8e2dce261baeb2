import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "tsup";

/** The store as one JavaScript file in `directory`, for processes that run without this test runner; its address. */
export async function bundleStore(directory: string): Promise<string> {
  await build({
    config: false,
    entry: { store: fileURLToPath(new URL("../../src/create-node-storage.ts", import.meta.url)) },
    tsconfig: fileURLToPath(new URL("../../../../tsconfig.json", import.meta.url)),
    outDir: directory,
    format: ["esm"],
    outExtension: () => ({ js: ".mjs" }),
    noExternal: [/.*/],
    silent: true,
  });
  return pathToFileURL(join(directory, "store.mjs")).href;
}
