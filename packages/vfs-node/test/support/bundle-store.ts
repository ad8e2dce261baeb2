import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "tsup";

/** The store as one JavaScript file in `directory`, for processes that run without this test runner; its address. */
export function bundleStore(directory: string): Promise<string> {
  return bundle(directory, "create-node-storage");
}

/** The same for what its threads run. */
export async function bundleWorker(directory: string): Promise<URL> {
  return new URL(await bundle(directory, "disk-worker"));
}

async function bundle(directory: string, name: string): Promise<string> {
  await build({
    config: false,
    entry: { [name]: fileURLToPath(new URL(`../../src/${name}.ts`, import.meta.url)) },
    tsconfig: fileURLToPath(new URL("../../../../tsconfig.json", import.meta.url)),
    outDir: directory,
    format: ["esm"],
    outExtension: () => ({ js: ".mjs" }),
    noExternal: [/.*/],
    silent: true,
  });
  return pathToFileURL(join(directory, `${name}.mjs`)).href;
}
