import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

export interface Refusal {
  readonly status: number;
  readonly message: string;
  /** In seconds. */
  readonly retryAfter?: number;
}

export interface GateOptions {
  readonly host: string;
  readonly token?: string | undefined;
  readonly allowedHosts?: readonly string[] | undefined;
  readonly allowedOrigins?: readonly string[] | undefined;
}

/** Whether only this machine can reach the address. A name other than `localhost` may lead anywhere. */
export function isLoopback(host: string): boolean {
  const name = withoutBrackets(host.toLowerCase());
  return name === "localhost" || name === "::1" || (isIP(name) === 4 && name.startsWith("127."));
}

/**
 * Decides about a request before anything of it is read: the host it was sent to and the page it comes from, so that no
 * web page reaches the server under a name of its own (DNS rebinding), and the bearer token.
 */
export function createGate({ host, token, allowedHosts = [], allowedOrigins = [] }: GateOptions) {
  const hosts = new Set(["localhost", host, ...allowedHosts].map(hostName));
  const origins = new Set(allowedOrigins.map(originOf));
  const wanted = token === undefined ? undefined : digest(token);
  // What a server is called from outside it cannot know; there the token is what keeps strangers out.
  const anyName = wanted !== undefined && !isLoopback(host) && allowedHosts.length === 0;
  // An address cannot be rebound: only names can be made to point here.
  const isOurs = (name: string) => hosts.has(name) || isLoopback(name) || (wanted !== undefined && isIP(name) !== 0);

  return {
    refuse({ headers, method }: IncomingMessage): Refusal | undefined {
      const name = hostName(headers.host ?? "");
      if (!anyName && !isOurs(name)) return { status: 403, message: "this host name is not allowed" };
      const { origin } = headers;
      if (origin !== undefined && !origins.has(origin.toLowerCase()) && !isSameSite(origin, name)) {
        return { status: 403, message: "this origin is not allowed" };
      }
      // A browser asks for permission without the token.
      if (wanted === undefined || method === "OPTIONS") return undefined;
      const sent = /^bearer +(.*)$/is.exec(headers.authorization ?? "")?.[1] ?? "";
      return timingSafeEqual(wanted, digest(sent))
        ? undefined
        : { status: 401, message: "a valid bearer token is needed" };
    },
  };

  function isSameSite(origin: string, requested: string): boolean {
    if (!/^https?:/i.test(origin) || !URL.canParse(origin)) return false;
    const name = hostName(new URL(origin).host);
    return isOurs(name) || (anyName && name === requested);
  }
}

/** The origin as browsers send it. Anything else is a `TypeError`. */
export function originOf(text: string): string {
  if (typeof text !== "string" || !/^https?:\/\/[^/]+\/?$/i.test(text) || !URL.canParse(text)) {
    throw new TypeError(`allowedOrigins takes origins like "https://app.example", got ${JSON.stringify(text)}`);
  }
  return new URL(text).origin;
}

/** Digests have one length, so that comparing them tells nothing of the token. */
const digest = (text: string) => createHash("sha256").update(text).digest();

/** The name or address in a `Host` header, without port and brackets. */
function hostName(header: string): string {
  const name = header.toLowerCase();
  return withoutBrackets(isIP(name) === 6 ? name : name.replace(/:\d*$/, ""));
}

function withoutBrackets(name: string): string {
  return name.replace(/^\[(.*)\]$/, "$1");
}
