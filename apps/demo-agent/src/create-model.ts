import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModelV3 } from "@ai-sdk/provider";
import { boundedFetch } from "./bounded-fetch.js";
import { createScriptedModel } from "./scripted/scripted-model.js";
import { shortestSecret } from "./secret-filter.js";
import { UsageError } from "./usage-error.js";

/** The environment variable that holds a provider's key; an endpoint of the user's own may do without one. */
const keys = {
  anthropic: { variable: "ANTHROPIC_API_KEY", required: true },
  openai: { variable: "OPENAI_API_KEY", required: true },
  compatible: { variable: "COMPATIBLE_API_KEY", required: false },
} as const;

export interface ChosenModel {
  readonly model: LanguageModelV3;
  readonly title: string;
  /** What must never be printed. */
  readonly secret?: string | undefined;
}

/** The model that `provider:name` names, or the scripted one. A fault is a `UsageError`. */
export function createModel(
  choice: string | undefined,
  baseUrl: string | undefined,
  environment: NodeJS.ProcessEnv,
): ChosenModel {
  if (choice === undefined) {
    if (baseUrl !== undefined) throw new UsageError("--base-url needs --model compatible:NAME");
    return { model: createScriptedModel(), title: "a small scripted model, no AI (--model for one)" };
  }
  const [, provider = "", name = ""] = /^([^:]*):(.+)$/s.exec(choice) ?? [];
  if (!Object.hasOwn(keys, provider)) {
    throw new UsageError(`--model takes PROVIDER:NAME, with ${Object.keys(keys).join(", ")} for PROVIDER`);
  }
  const { variable, required } = keys[provider as keyof typeof keys];
  // A file with the variables may end its lines in what is no part of them.
  const value = environment[variable]?.trim();
  const apiKey = value === "" ? undefined : value;
  if (required && apiKey === undefined) throw new UsageError(`--model ${provider}:… needs the variable ${variable}`);
  // What is spelled in more than one way, as a quote is in JSON, could not be kept back.
  if (apiKey !== undefined && !(apiKey.length >= shortestSecret && /^[!#-[\]-~]+$/.test(apiKey))) {
    const advice = required ? "" : "; unset it where the endpoint needs none";
    const rule = `it takes ${shortestSecret} or more ASCII characters without blanks, quotes and backslashes`;
    throw new UsageError(`${variable} is no key: ${rule}${advice}`);
  }
  if (baseUrl !== undefined && !/^https?:\/\/[^?#@]+$/.test(baseUrl)) {
    throw new UsageError("--base-url takes a URL of http or https, without a user, a query and a fragment");
  }
  const options = {
    fetch: boundedFetch,
    ...(apiKey !== undefined && { apiKey }),
    ...(baseUrl !== undefined && { baseURL: baseUrl }),
  };
  return { model: modelOf(provider as keyof typeof keys, name, options), title: choice, secret: apiKey };
}

interface ProviderOptions {
  readonly fetch: typeof fetch;
  readonly apiKey?: string;
  readonly baseURL?: string;
}

function modelOf(provider: keyof typeof keys, name: string, options: ProviderOptions) {
  switch (provider) {
    case "anthropic":
      return createAnthropic(options)(name);
    case "openai":
      return createOpenAI(options)(name);
    case "compatible": {
      const { baseURL, ...rest } = options;
      if (baseURL === undefined) throw new UsageError("--model compatible:NAME needs --base-url");
      return createOpenAICompatible({ name: "compatible", baseURL, includeUsage: true, ...rest })(name);
    }
  }
}
