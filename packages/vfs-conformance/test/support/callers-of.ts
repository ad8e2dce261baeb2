import type { Storage } from "@x/vfs";
import { type CapabilityName, checkStorage, storageRequirements } from "@x/vfs-conformance";
import { createPlainStorage } from "./plain-storage.js";

let capabilitiesCalled: Promise<ReadonlyMap<string, ReadonlySet<string>>> | undefined;

/** The requirements that call this capability, of a store that has every one. */
export async function callersOf(capability: CapabilityName): Promise<readonly string[]> {
  capabilitiesCalled ??= watchEachRequirement();
  return [...(await capabilitiesCalled)].filter(([, called]) => called.has(capability)).map(([id]) => id);
}

async function watchEachRequirement(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const calledBy = new Map<string, Set<string>>();
  for (const { id } of storageRequirements) {
    const called = new Set<string>();
    calledBy.set(id, called);
    await checkStorage({ name: "watched", create: () => ({ storage: watched(called) }) }, { only: [id], seed: 20_260 });
  }
  return calledBy;
}

/** A plain store with every capability, which adds to `called` those that are called. */
function watched(called: Set<string>): Storage {
  const { every } = createPlainStorage();
  const plain = createPlainStorage(Object.keys(every) as CapabilityName[]);
  const note = (value: object, name: string): unknown =>
    typeof value === "function"
      ? (...args: unknown[]): unknown => {
          called.add(name);
          return Reflect.apply(value, undefined, args);
        }
      : Object.fromEntries(
          Object.entries(value).map(([key, inner]) => [
            key,
            typeof inner === "function" ? note(inner as object, name) : inner,
          ]),
        );
  const capabilities = Object.fromEntries(
    Object.entries(plain.capabilities).map(([name, value]) => [name, note(value as object, name)]),
  );
  return { ...plain, capabilities };
}
