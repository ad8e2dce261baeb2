// The commands of package.json. Each sets up what it needs, says what it does, and ends with the exit code of the work.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "./test.mjs";
import { build, checkNode, fail, install, node, pnpm, root } from "./workspace.mjs";

const [task, ...args] = process.argv.slice(2);

/** Builds an app and runs it where the user stands. */
async function app(name, appArgs) {
  if (!(await build(`@x-apps/${name}`))) fail("the build failed; see the lines above.");
  const cwd = process.env.INIT_CWD && existsSync(process.env.INIT_CWD) ? process.env.INIT_CWD : root;
  return (await node([join(root, "apps", name, "dist", "main.js"), ...appArgs], { cwd })).code;
}

const hasDirectory = () => args.some((argument) => argument === "--dir" || argument.startsWith("--dir="));

const tasks = {
  demo: () => app("demo-agent", hasDirectory() ? args : ["--dir", root, ...args]),
  bench: () => app("bench", args),
  conformance: () => app("conformance", args),
  fuzz: async () => {
    const config = "packages/vfs-tools/fuzz/vitest.config.js";
    return (await node(["node_modules/vitest/vitest.mjs", "run", "--config", config, ...args])).code;
  },
  test: () => test(args),
  build: async () => ((await build()) ? 0 : 1),
  lint: async () => (await node(["node_modules/eslint/bin/eslint.js", ".", ...args])).code,
  format: async () => (await node(["node_modules/@biomejs/biome/bin/biome", "check", "--write", ".", ...args])).code,
  typecheck: async () => (await node(["node_modules/typescript/bin/tsc", "-p", ".", ...args])).code,
  changeset: async () => (await pnpm(["exec", "changeset", ...args])).code,
  release: async () => {
    const failed = await test([]);
    return failed === 0 ? (await pnpm(["exec", "changeset", "publish", ...args])).code : failed;
  },
};

checkNode();
if (!Object.hasOwn(tasks, task ?? "")) fail(`unknown task "${task}"; there are: ${Object.keys(tasks).join(", ")}`, 2);
await install();
process.exitCode = await tasks[task]();
