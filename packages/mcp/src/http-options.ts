import { isLoopback, originOf } from "./http-gate.js";

export interface HttpOptions {
  /** Default: 0, which takes a free one. */
  readonly port?: number | undefined;
  /** The address to listen on. Default: `127.0.0.1`. Any that is not loopback needs a `token`. */
  readonly host?: string | undefined;
  /** Clients must send it as `Authorization: Bearer …`. At least 16 visible ASCII characters. Default: none. */
  readonly token?: string | undefined;
  /**
   * Names that clients may call this server by in `Host`, without port, beside `host` and those of loopback. Default:
   * none; with a token, on an address that is not loopback, any name.
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Web pages that may call, as `https://app.example`, beside those of this server's own hosts. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Default: 100. A new one beyond it takes the place of the longest idle one; where none is idle it is refused. */
  readonly maximumSessions?: number | undefined;
  /** A session without a request for this long is closed. In milliseconds. Default: 15 minutes. */
  readonly idleMs?: number | undefined;
  /** A longer request is refused, and so is one that, with those under way, is over four times this. Default: 16 MiB. */
  readonly maximumBodyBytes?: number | undefined;
}

/** The options with their defaults. What makes no sense, or would be unsafe, is a `TypeError`. */
export function checkedHttpOptions(options: HttpOptions) {
  const { port = 0, host = "127.0.0.1", token, allowedHosts = [], allowedOrigins = [] } = options;
  const { maximumSessions = 100, idleMs = 15 * 60_000, maximumBodyBytes = 16 * 1024 * 1024 } = options;
  for (const [name, value] of Object.entries({ maximumSessions, idleMs, maximumBodyBytes })) {
    if (!Number.isSafeInteger(value) || value < 1) throw new TypeError(`${name} must be a positive integer`);
  }
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new TypeError("port must be from 0 to 65535");
  if (typeof host !== "string" || host === "") throw new TypeError("host must be an address or a name");
  if (token === undefined && !isLoopback(host)) {
    throw new TypeError(`listening on ${host}, which is not loopback, needs a token`);
  }
  if (token !== undefined && (typeof token !== "string" || !/^[\x21-\x7e]{16,}$/.test(token))) {
    throw new TypeError("token must be at least 16 visible ASCII characters");
  }
  if (!Array.isArray(allowedHosts) || !allowedHosts.every(isHostName)) {
    throw new TypeError("allowedHosts takes names without scheme and port");
  }
  if (!Array.isArray(allowedOrigins)) throw new TypeError("allowedOrigins must be an array");
  for (const origin of allowedOrigins) originOf(origin as string);
  return { port, host, token, allowedHosts, allowedOrigins, maximumSessions, idleMs, maximumBodyBytes };
}

function isHostName(name: unknown): boolean {
  return typeof name === "string" && /^(\[[\da-f:.]+\]|[\w.-]+)$/i.test(name);
}
