import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const packages = fileURLToPath(new URL("./packages/", import.meta.url));

// Tests run on the sources: nothing has to be built first.
export default defineConfig({
  resolve: {
    alias: [
      { find: /^@x\/vfs-conformance\/(vitest|node-test)$/, replacement: `${packages}vfs-conformance/src/$1.ts` },
      { find: /^@x\/([a-z-]+)$/, replacement: `${packages}$1/src/index.ts` },
    ],
  },
  test: {
    include: ["{packages,apps}/*/test/**/*.test.ts", "examples/*/**/*.test.ts", "tests/**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // One line a file; a test that takes long is named.
    slowTestThreshold: 10_000,
    pool: "forks",
  },
});
