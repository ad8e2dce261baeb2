import type { ToolRegistry } from "@x/tools";

export interface AgentOptions {
  readonly registry: ToolRegistry;
  /** Default: the provider's own; any server that speaks the same format will do. */
  readonly baseUrl?: string;
  readonly apiKey: string;
  readonly model: string;
  readonly prompt: string;
  /** Ends the loop: the request that waits and the calls that run. */
  readonly signal?: AbortSignal;
  /** Replies of the model before the loop gives up. Default: 50. */
  readonly maximumTurns?: number;
}
