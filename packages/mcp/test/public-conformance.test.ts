import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createMcpServer } from "@x/mcp";
import { beforeAll, describe, expect, test } from "vitest";
import { conformanceRegistry } from "./support/conformance-registry.js";

const applies = [
  "dns-rebinding-protection",
  "json-schema-2020-12",
  "logging-set-level",
  "ping",
  "server-initialize",
  "server-sse-multiple-streams",
  "tools-call-audio",
  "tools-call-embedded-resource",
  "tools-call-error",
  "tools-call-image",
  "tools-call-mixed-content",
  "tools-call-simple-text",
  "tools-call-with-progress",
  "tools-list",
];

const doesNotApply: Record<string, readonly string[]> = {
  "a registry has no resources": [
    "resources-list",
    "resources-read-binary",
    "resources-read-text",
    "resources-subscribe",
    "resources-templates-read",
    "resources-unsubscribe",
  ],
  "a registry has no prompts, and so nothing to complete": [
    "completion-complete",
    "prompts-get-embedded-resource",
    "prompts-get-simple",
    "prompts-get-with-args",
    "prompts-get-with-image",
    "prompts-list",
  ],
  "a handler does not call the client back": [
    "elicitation-sep1034-defaults",
    "elicitation-sep1330-enums",
    "tools-call-elicitation",
    "tools-call-sampling",
  ],
  "a handler writes no log of its own": ["tools-call-with-logging"],
  "streams cannot be resumed": ["server-sse-polling"],
};

interface Check {
  readonly id: string;
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "INFO" | "SKIPPED";
  readonly errorMessage?: string;
}

let checks: Map<string, Check[]>;

beforeAll(async () => {
  const registry = conformanceRegistry();
  const server = createMcpServer(registry, { name: "conformance", version: "1", logCalls: true });
  const listener = await server.serveHttp();
  const output = await mkdtemp(join(tmpdir(), "mcp-conformance-"));
  try {
    const printed = await runCommand(["server", "--url", listener.url, "--suite", "all", "--output-dir", output]);
    checks = await readChecks(output);
    expect(checks.size, printed).toBeGreaterThan(0);
  } finally {
    await listener.close();
    await rm(output, { recursive: true, force: true });
  }
});

/** Its exit code counts the scenarios that do not apply as failures, so only what it writes is looked at. */
function runCommand(args: string[]): Promise<string> {
  const manifest = createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json");
  return new Promise((resolve) => {
    execFile(process.execPath, [join(dirname(manifest), "dist", "index.js"), ...args], (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}

/** Each scenario leaves a directory that is named `server-`, its own name, and the time. */
async function readChecks(output: string): Promise<Map<string, Check[]>> {
  const directories = await readdir(output);
  const entries = directories.map(async (directory): Promise<[string, Check[]]> => {
    const scenario = directory.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT.*$/, "");
    return [scenario, JSON.parse(await readFile(join(output, directory, "checks.json"), "utf8")) as Check[]];
  });
  return new Map(await Promise.all(entries));
}

describe("the public conformance tests of MCP", () => {
  test.each(applies)("%s passes", (scenario) => {
    const found = checks.get(scenario) ?? [];
    expect(found.some(({ status }) => status === "SUCCESS")).toBe(true);
    expect(found.filter(({ status }) => status !== "SUCCESS" && status !== "INFO")).toEqual([]);
  });

  test("have no other scenario that applies", () => {
    expect([...checks.keys()].sort()).toEqual([...applies, ...Object.values(doesNotApply).flat()].sort());
  });
});
