import { readFileSync } from "node:fs";
import js from "@eslint/js";
import tseslint from "typescript-eslint";

// The package graph of ARCHITECTURE.md. Source files may import these packages of the workspace and no other.
const graph = {
  tools: [],
  vfs: [],
  "vfs-memory": ["vfs"],
  "vfs-node": ["vfs"],
  "vfs-tools": ["tools", "vfs"],
  plan: ["tools"],
  "vfs-conformance": ["vfs"],
  "vfs-overlay": ["vfs", "vfs-memory"],
  "vfs-mount": ["vfs"],
  "ai-sdk": ["tools"],
  mcp: ["tools"],
  "mcp-files": ["mcp", "tools", "vfs", "vfs-memory", "vfs-mount", "vfs-node", "vfs-overlay", "vfs-tools"],
};

const importRules = Object.entries(graph).map(([name, allowed]) => {
  const declared = JSON.parse(readFileSync(new URL(`packages/${name}/package.json`, import.meta.url), "utf8"));
  const ours = Object.keys(declared.dependencies ?? {}).filter((dependency) => dependency.startsWith("@x/"));
  if (
    ours.sort().join() !==
    allowed
      .map((other) => `@x/${other}`)
      .sort()
      .join()
  ) {
    throw new Error(`packages/${name}/package.json depends on ${ours.join(", ")}, which is not its place in the graph`);
  }
  return {
    files: [`packages/${name}/src/**/*.ts`],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              regex: `^@x/(?!(?:${allowed.join("|") || "-"})$)`,
              message: `@x/${name} may import ${allowed.map((other) => `@x/${other}`).join(", ") || "nothing of ours"}.`,
            },
            {
              regex: "^(\\.\\./)+(packages|apps|src)/|^\\.\\./\\.\\./",
              message: "Import the other package by its name.",
            },
          ],
        },
      ],
    },
  };
});

export default tseslint.config(
  { ignores: ["**/dist/", "**/node_modules/", "**/.turbo/", "**/.cache/"] },
  js.configs.recommended,
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { project: ["./tsconfig.json"], tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/consistent-type-definitions": "off",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
      "@typescript-eslint/no-confusing-void-expression": "off",
      // A store's methods are promised to reject, never to throw: async without await is how that is kept.
      "@typescript-eslint/require-await": "off",
      "@typescript-eslint/no-unnecessary-condition": ["error", { allowConstantLoopConditions: true }],
      "@typescript-eslint/prefer-promise-reject-errors": ["error", { allowThrowingUnknown: true }],
      "@typescript-eslint/only-throw-error": "off",
      "no-control-regex": "off",
    },
  },
  {
    files: ["**/test/**/*.ts", "tests/**/*.ts", "examples/**/*.ts"],
    rules: {
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/unbound-method": "off",
    },
  },
  {
    files: ["**/*.mjs", "**/*.js"],
    languageOptions: {
      globals: {
        process: "readonly",
        console: "readonly",
        URL: "readonly",
        Buffer: "readonly",
        setTimeout: "readonly",
        performance: "readonly",
      },
    },
  },
  { files: ["packages/*/src/index.ts"], rules: { "no-restricted-syntax": ["error", "ExportAllDeclaration"] } },
  ...importRules,
);
