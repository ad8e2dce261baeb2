// What every script needs before the workspace is installed: no dependency may be imported here.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const stamp = join(root, "node_modules", ".install-stamp");

/** Ends the process with one clear line. */
export function fail(message, code = 1) {
  process.stderr.write(`error: ${message}\n`);
  process.exit(code);
}

/** Refuses a Node.js older than the project supports. */
export function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(`Node.js 20.19 or newer is needed; this is ${process.versions.node}.`);
  }
}

function environment() {
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: "1" };
  // A native addon that builds from source finds Node's headers beside node itself, where they are installed.
  const prefix = join(dirname(process.execPath), "..");
  if (!env.npm_config_nodedir && existsSync(join(prefix, "include", "node", "node.h"))) {
    env.npm_config_nodedir = prefix;
  }
  return env;
}

/** Runs a command in the workspace; resolves to its exit code, and to what it printed where `capture` is set. */
function run(file, args, { capture = false, ...options } = {}) {
  return new Promise((resolve) => {
    const stdio = capture ? ["ignore", "pipe", "pipe"] : "inherit";
    const child = spawn(file, args, { cwd: root, stdio, env: environment(), ...options });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (data) => (output += data));
    // Ctrl-C reaches the child by itself; this process only waits for it to end.
    const wait = () => {};
    process.on("SIGINT", wait);
    child.on("error", (error) => fail(`${file} could not be started: ${error.message}`));
    child.on("close", (code, signal) => {
      process.off("SIGINT", wait);
      resolve({ code: signal ? 130 : code, output });
    });
  });
}

/** Runs a JavaScript file with this Node.js. */
export const node = (args, options) => run(process.execPath, args, options);

/** Runs the pinned pnpm, which npx fetches where it is not there yet. */
export function pnpm(args, options) {
  const all = ["--yes", manifest.packageManager, ...args];
  // On Windows npx is a .cmd file, which only a shell can start.
  return process.platform === "win32"
    ? run(["npx", ...all].map((part) => JSON.stringify(part)).join(" "), [], { ...options, shell: true })
    : run("npx", all, options);
}

function fingerprint() {
  const hash = createHash("sha256").update([process.version, process.platform, process.arch].join());
  for (const file of ["pnpm-lock.yaml", "pnpm-workspace.yaml", "package.json"])
    hash.update(readFileSync(join(root, file)));
  return hash.digest("hex");
}

/** Installs from the frozen lockfile, unless nothing has changed since the last time. */
export async function install() {
  const wanted = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.log("Installing the workspace. The first time takes a few minutes where re2 has to be compiled.");
  const { code } = await pnpm(["install", "--frozen-lockfile", "--reporter=append-only", "--loglevel=warn"]);
  if (code !== 0) fail(`pnpm install failed with exit code ${code}; see the lines above.`, code);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

/** Builds what the filters select, and what that needs; turbo's cache has what did not change. Resolves to success. */
export async function build(...filters) {
  const { code, output } = await pnpm(
    ["exec", "turbo", "run", "build", "--output-logs=errors-only", ...filters.map((name) => `--filter=${name}`)],
    { capture: true },
  );
  if (code !== 0) console.log(output);
  return code === 0;
}
