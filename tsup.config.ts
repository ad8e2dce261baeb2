import { defineConfig } from "tsup";

export default defineConfig({
  entry: ["src/index.ts"],
  format: ["esm"],
  target: "node20",
  tsconfig: "../../tsconfig.base.json",
  dts: true,
  clean: true,
  sourcemap: true,
  treeshake: true,
  removeNodeProtocol: false,
  // Dependencies stay outside by themselves; optional ones must be named.
  external: ["re2"],
});
