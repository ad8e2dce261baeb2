import { argv, env, exit } from "node:process";
import { createToolRegistry } from "@x/tools";
import { createMemoryStorage } from "@x/vfs-memory";
import { registerVfsTools } from "@x/vfs-tools";
import { runAgent as anthropic } from "./anthropic.js";
import { runAgent as gemini } from "./gemini.js";
import { runAgent as openai } from "./openai.js";

const providers = new Map([
  ["openai", { runAgent: openai, apiKey: env.OPENAI_API_KEY, baseUrl: env.OPENAI_BASE_URL }],
  ["anthropic", { runAgent: anthropic, apiKey: env.ANTHROPIC_API_KEY, baseUrl: undefined }],
  ["gemini", { runAgent: gemini, apiKey: env.GEMINI_API_KEY, baseUrl: undefined }],
]);
const [name = "", model, prompt = "Sort the lines of notes.md, then tell me what is in it."] = argv.slice(2);
const provider = providers.get(name);
if (provider?.apiKey === undefined || model === undefined) {
  console.error("usage: main.ts openai|anthropic|gemini MODEL [PROMPT], with the provider's key in the environment");
  exit(2);
}

const registry = createToolRegistry({ callTimeoutMs: 30_000 });
registerVfsTools(registry, { storage: createMemoryStorage({ files: { "notes.md": "milk\nbread\napples\n" } }) });
const { runAgent, apiKey, baseUrl } = provider;
console.log(await runAgent({ registry, apiKey, model, prompt, ...(baseUrl !== undefined && { baseUrl }) }));
