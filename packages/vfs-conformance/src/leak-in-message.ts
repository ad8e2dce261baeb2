import { homedir, tmpdir } from "node:os";

const patterns: readonly (readonly [what: string, pattern: RegExp])[] = [
  ["a raw error of the operating system", /\bE[A-Z]{2,}: /],
  ["a connection string", /\b[a-z][a-z0-9+.-]*:\/\/\S*(@|:\d)/i],
  ["a query", /\b(select\b.+\bfrom|insert into\b.+\bvalues|update\b.+\bset|delete from)\b/is],
];

/** What a message shows that is not for a model, if it does: a path of the host, a connection string, a query, a secret. */
export function leakInMessage(message: string, secrets: readonly string[]): string | undefined {
  // A short one, such as "/", would be found in any path.
  const hostPaths = [tmpdir(), homedir(), process.cwd()].filter((path) => path.length > 3);
  if (hostPaths.some((path) => message.includes(path))) return "a path of the host";
  if (secrets.some((secret) => secret !== "" && message.includes(secret))) return "one of traits.secrets";
  return patterns.find(([, pattern]) => pattern.test(message))?.[0];
}
