import type { Storage, StorageCapabilities } from "@x/vfs";

type MethodName = Exclude<keyof StorageCapabilities, "readOnly" | "search">;

/**
 * A capability that the store has shown before, to be called by itself. A store that changes them breaks the contract:
 * a `TypeError`.
 */
export function capabilityOf<Name extends MethodName>(
  { capabilities }: Storage,
  name: Name,
): NonNullable<StorageCapabilities[Name]> {
  const capability = capabilities[name];
  if (capability === undefined) throw new TypeError(`a mounted store no longer has the capability ${name}`);
  return capability.bind(capabilities) as NonNullable<StorageCapabilities[Name]>;
}
