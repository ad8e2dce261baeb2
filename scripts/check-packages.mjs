// Packs every package and looks at what a user would get: publint, attw, and an empty project, without build scripts,
// in which each README's example is type-checked, run, and held against the output that the README shows.
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import ts from "typescript";
import { pnpm, root } from "./workspace.mjs";

const names = (await readdir(join(root, "packages"))).sort();
const packages = await Promise.all(
  names.map(async (name) => {
    const directory = join(root, "packages", name);
    const manifest = JSON.parse(await readFile(join(directory, "package.json"), "utf8"));
    return { name, directory, manifest, readme: await readFile(join(directory, "README.md"), "utf8") };
  }),
);
const results = [];

/** Runs one check, which fails by throwing, and keeps its outcome. */
async function check(title, work) {
  try {
    await work();
    results.push(true);
    console.log(`  ok    ${title}`);
  } catch (error) {
    results.push(false);
    console.log(`  FAIL  ${title}\n${String(error.message).slice(0, 4000).replace(/^/gm, "        ")}`);
  }
}

/** Runs a program; resolves to its standard output and rejects with all that it printed. */
function execute(file, args, options) {
  return new Promise((resolve, reject) => {
    execFile(file, args, { maxBuffer: 1 << 26, ...options }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${error.message}\n${stdout}${stderr}`.trim()));
      else resolve(stdout);
    });
  });
}

const node = (args, cwd) => execute(process.execPath, args, { cwd });
const npm = (args, cwd) => execute("npm", args, { cwd, shell: process.platform === "win32" });

/** The README's blocks of code in their order: `{ language, code }`. */
const blocks = (readme) =>
  [...readme.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, code]) => ({ language, code }));

/** Each `ts` block that is followed by a `text` block, with the output that this one shows. */
const examples = (readme) =>
  blocks(readme).flatMap(({ language, code }, index, all) =>
    language === "ts" && all[index + 1]?.language === "text" ? [{ code, output: all[index + 1].code }] : [],
  );

const work = await mkdtemp(join(tmpdir(), "x-packages-"));
try {
  const packed = await pnpm(["-r", "--filter", "./packages/*", "pack", "--pack-destination", work], { capture: true });
  if (packed.code !== 0) throw new Error(`pnpm pack failed:\n${packed.output}`);
  const tarball = ({ manifest }) =>
    join(work, `${manifest.name.replace("@", "").replace("/", "-")}-${manifest.version}.tgz`);

  for (const one of packages) {
    await check(`publint ${one.manifest.name}`, async () => {
      const file = await readFile(tarball(one));
      const pack = { tarball: file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) };
      const { messages } = await publint({ pack, strict: true });
      const shown = messages.map((message) => formatMessage(message, one.manifest, { color: false }));
      if (shown.length > 0) throw new Error(shown.join("\n"));
    });
    if (one.manifest.exports["."] === undefined) continue;
    await check(`attw ${one.manifest.name}`, () =>
      node(
        [join(root, "node_modules/@arethetypeswrong/cli/dist/index.js"), tarball(one), "--profile", "esm-only"],
        root,
      ),
    );
  }

  const project = join(work, "project");
  await mkdir(project);
  const tarballs = Object.fromEntries(packages.map((one) => [one.manifest.name, `file:${tarball(one)}`]));
  // What a user of the peers would install beside the packages, in the versions that the workspace tests.
  const peers = Object.fromEntries(
    await Promise.all(
      ["ai", "zod"].map(async (name) => {
        const file = join(root, "packages", "ai-sdk", "node_modules", name, "package.json");
        return [name, JSON.parse(await readFile(file, "utf8")).version];
      }),
    ),
  );
  const manifest = { private: true, type: "module", dependencies: { ...tarballs, ...peers }, overrides: tarballs };
  await writeFile(join(project, "package.json"), JSON.stringify(manifest));
  await check("an empty project installs the packages, build scripts off", () =>
    npm(["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], project),
  );

  await check("every entry can be imported", async () => {
    // The entry for vitest needs vitest, which this project does not have.
    const entries = packages.flatMap(({ manifest }) =>
      Object.keys(manifest.exports)
        .filter((entry) => entry !== "./vitest" && entry !== "./package.json")
        .map((entry) => manifest.name + entry.slice(1)),
    );
    await writeFile(join(project, "entries.mjs"), entries.map((entry) => `await import("${entry}");\n`).join(""));
    await node(["entries.mjs"], project);
  });

  await check("grep works where re2 was not built", async () => {
    await writeFile(
      join(project, "grep.mjs"),
      `import { createToolRegistry } from "@x/tools";
       import { createMemoryStorage } from "@x/vfs-memory";
       import { registerVfsTools } from "@x/vfs-tools";
       const built = await import("re2").then(() => true, () => false);
       const registry = createToolRegistry();
       registerVfsTools(registry, { storage: createMemoryStorage({ files: { "a.txt": "one\\r\\ntwo\\r\\n" } }) });
       const { content } = await registry.dispatch({ name: "grep", arguments: { pattern: "^t.o$" } });
       console.log(JSON.stringify({ built, matches: content.matches }));`,
    );
    const output = JSON.parse(await node(["grep.mjs"], project));
    const wanted = JSON.stringify({ built: false, matches: ["a.txt:2:two"] });
    if (JSON.stringify(output) !== wanted) throw new Error(`wanted ${wanted}\ngot    ${JSON.stringify(output)}`);
  });

  const sources = [];
  const top = {
    name: "top",
    manifest: { name: "the workspace" },
    readme: await readFile(join(root, "README.md"), "utf8"),
  };
  for (const one of [top, ...packages]) {
    const found = examples(one.readme);
    if (found.length === 0 && one.manifest.bin === undefined) {
      await check(`README of ${one.manifest.name}`, () => {
        throw new Error("no ts block that is followed by a text block with its output");
      });
    }
    for (const [index, { code, output }] of found.entries()) {
      const file = `${one.name}-${index + 1}.mts`;
      sources.push(file);
      await writeFile(join(project, file), code);
      const { outputText } = ts.transpileModule(code, { compilerOptions: { module: "ESNext", target: "ES2022" } });
      await writeFile(join(project, file.replace(".mts", ".mjs")), outputText);
      await check(`README example ${index + 1} of ${one.manifest.name}`, async () => {
        const printed = await node([file.replace(".mts", ".mjs")], project);
        if (printed.trimEnd() !== output.trimEnd()) throw new Error(`it printed:\n${printed}`);
      });
    }
    for (const [command, path] of Object.entries(one.manifest.bin ?? {})) {
      await check(`${command} --help`, () => node([join("node_modules", one.manifest.name, path), "--help"], project));
    }
  }
  await check("the examples' types", async () => {
    const types = { typeRoots: [join(root, "node_modules/@types")], types: ["node"] };
    const strict = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
      skipLibCheck: true,
    };
    const compilerOptions = { module: "NodeNext", target: "ES2022", lib: ["ES2023"], ...strict, ...types };
    await writeFile(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: sources }));
    await node([join(root, "node_modules/typescript/bin/tsc"), "-p", "."], project);
  });
} finally {
  await rm(work, { recursive: true, force: true });
}

const passed = results.filter(Boolean).length;
const report = { numPassedTests: passed, numFailedTests: results.length - passed };
if (process.argv[2]) await writeFile(process.argv[2], JSON.stringify(report));
process.exitCode = report.numFailedTests === 0 ? 0 : 1;
