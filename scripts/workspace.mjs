// What every script needs before the workspace is installed: no dependency may be imported here.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const [, pnpmVersion] = /^pnpm@(.+)$/.exec(manifest.packageManager) ?? [];
const stamp = join(root, "node_modules", ".install-stamp");

/** Ends the process with one clear line. */
export function fail(message, code = 1) {
  process.stderr.write(`error: ${message}\n`);
  process.exit(code);
}

/** Refuses a Node.js older than the project supports. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(`Node.js 20.19 or newer is needed; this is ${process.versions.node}.`);
  }
}

function environment() {
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1", npm_config_yes: "true" };
  // A native addon that builds from source finds Node's headers beside node itself, where they are installed.
  const prefix = join(dirname(process.execPath), "..");
  if (!env.npm_config_nodedir && existsSync(join(prefix, "include", "node", "node.h"))) {
    env.npm_config_nodedir = prefix;
  }
  return env;
}

const quote = (argument) => (/^[\w@./:=^-]+$/.test(argument) ? argument : JSON.stringify(argument));

// npx is a .cmd file on Windows, which only a shell can start.
function command(args) {
  const all = ["--yes", `pnpm@${pnpmVersion}`, ...args];
  return process.platform === "win32"
    ? { file: "npx", args: all.map(quote), shell: true }
    : { file: "npx", args: all, shell: false };
}

/** Runs the pinned pnpm and resolves to its exit code. */
export function pnpm(args, options = {}) {
  const { file, args: all, shell } = command(args);
  return new Promise((resolve) => {
    const child = spawn(file, all, { cwd: root, stdio: "inherit", shell, env: environment(), ...options });
    child.on("error", (error) => fail(`npx could not be started: ${error.message}`));
    child.on("close", (code, signal) => resolve(signal ? 130 : (code ?? 1)));
  });
}

/** Runs a program of the workspace directly; resolves to its exit code. */
export function node(args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: "inherit", env: environment(), ...options });
    // Ctrl-C reaches the child by itself; this process only waits for it to end.
    const wait = () => {};
    process.on("SIGINT", wait);
    child.on("close", (code, signal) => {
      process.off("SIGINT", wait);
      resolve(signal ? 130 : (code ?? 1));
    });
  });
}

function fingerprint() {
  const hash = createHash("sha256").update(process.version).update(process.platform).update(process.arch);
  for (const file of ["pnpm-lock.yaml", "pnpm-workspace.yaml", "package.json"]) {
    hash.update(readFileSync(join(root, file)));
  }
  return hash.digest("hex");
}

/** Installs from the frozen lockfile, unless nothing has changed since the last time. */
export async function install() {
  const wanted = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  process.stdout.write("Installing the workspace (the first time takes a few minutes: re2 may be compiled) ...\n");
  const code = await pnpm(["install", "--frozen-lockfile", "--reporter=append-only", "--loglevel=warn"]);
  if (code !== 0) fail(`pnpm install failed with exit code ${code}.`, code);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

/** Builds the packages that a filter selects; what has not changed comes from turbo's cache. */
export async function build(filters = []) {
  const quiet = ["--output-logs=errors-only", "--log-order=grouped"];
  const code = await pnpm(["exec", "turbo", "run", "build", ...quiet, ...filters.map((name) => `--filter=${name}`)], {
    stdio: ["ignore", "pipe", "inherit"].map((mode, index) => (index === 1 && process.env.CI ? "inherit" : mode)),
  });
  if (code !== 0) fail(`the build failed with exit code ${code}; see the lines above.`, code);
}

/** The output of a git command in the workspace, or undefined where there is no git or no checkout. */
export function git(args) {
  const result = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  return result.status === 0 ? result.stdout : undefined;
}
