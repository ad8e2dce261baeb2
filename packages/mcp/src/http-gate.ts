import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

export interface Refusal {
  readonly status: number;
  readonly message: string;
  /** In seconds. */
  readonly retryAfter?: number;
}

interface GateOptions {
  readonly host: string;
  readonly token?: string | undefined;
  readonly allowedHosts?: readonly string[] | undefined;
  readonly allowedOrigins?: readonly string[] | undefined;
}

const loopbackNames = ["localhost", "127.0.0.1", "[::1]"];

/** Whether only this machine can reach the address. A name other than `localhost` may lead anywhere. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}

/**
 * Decides about a request before anything of it is read: the host it was sent to and the page it comes from, so that no
 * web page reaches the server under a name of its own (DNS rebinding), and the bearer token.
 */
export function createGate({ host, token, allowedHosts = [], allowedOrigins = [] }: GateOptions) {
  if (token !== undefined && (typeof token !== "string" || token.length < 16)) {
    throw new TypeError("token must be a string of at least 16 characters");
  }
  const hosts = new Set([...loopbackNames, isIP(host) === 6 ? `[${host}]` : host, ...allowedHosts].map(lower));
  const origins = new Set(allowedOrigins.map(lower));
  const wanted = token === undefined ? undefined : digest(`Bearer ${token}`);
  return ({ headers }: IncomingMessage): Refusal | undefined => {
    if (!hosts.has(hostName(headers.host))) return { status: 403, message: "this host name is not allowed" };
    const { origin } = headers;
    if (origin !== undefined && !origins.has(lower(origin)) && !hosts.has(originHost(origin))) {
      return { status: 403, message: "this origin is not allowed" };
    }
    if (wanted !== undefined && !timingSafeEqual(wanted, digest(headers.authorization ?? ""))) {
      return { status: 401, message: "a valid bearer token is needed" };
    }
    return undefined;
  };
}

const lower = (text: string) => text.toLowerCase();

/** Digests have one length, so that comparing them tells nothing of the token. */
const digest = (text: string) => createHash("sha256").update(text).digest();

/** The name in a `Host` header, without its port. */
function hostName(header = ""): string {
  return lower(header.replace(/:\d*$/, ""));
}

function originHost(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).hostname : "";
}
