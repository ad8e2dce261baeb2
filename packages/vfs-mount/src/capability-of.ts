import type { Storage, StorageCapabilities } from "@x/vfs";

/** A capability that the store has shown before. One that changes them breaks the contract: a `TypeError`. */
export function capabilityOf<Name extends keyof StorageCapabilities>(
  storage: Storage,
  name: Name,
): NonNullable<StorageCapabilities[Name]> {
  const capability = storage.capabilities[name];
  if (capability === undefined) throw new TypeError(`a mounted store no longer has the capability ${name}`);
  return capability;
}
