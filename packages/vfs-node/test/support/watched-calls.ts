import type { SystemCalls } from "../../src/system-calls.js";
import { systemCalls } from "../../src/system-calls.js";

/** Called before each system call with its name and arguments; what it throws, the call fails with. */
export type Watcher = (name: keyof SystemCalls, args: readonly unknown[]) => void;

/** The real system calls, seen by a watcher. */
export function watchedCalls(watch: Watcher): SystemCalls {
  const watched = Object.entries(systemCalls).map(([name, call]: [string, (...args: never[]) => unknown]) => [
    name,
    (...args: never[]): unknown => {
      try {
        watch(name as keyof SystemCalls, args);
      } catch (error) {
        // As the system has it: a descriptor is free also where closing it reports a failure.
        if (name === "close") call(...args);
        if (name.endsWith("Later") || name === "sync") return Promise.reject(error);
        throw error;
      }
      return call(...args);
    },
  ]);
  return Object.fromEntries(watched) as SystemCalls;
}

/** What Node throws for an errno, with a path of the host in it. */
export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: it failed, open '/host/secret/root'`), { code, path: "/host/secret/root" });
}
