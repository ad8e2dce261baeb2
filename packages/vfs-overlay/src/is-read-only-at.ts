import type { Storage } from "@x/vfs";

/** Whether the base, or the store that it keeps this path in, says that it takes no writes. */
export function isReadOnlyAt(base: Storage, path: string): boolean {
  let target = { storage: base, path };
  const seen = new Set<Storage>();
  while (!seen.has(target.storage)) {
    seen.add(target.storage);
    const { capabilities } = target.storage;
    if (capabilities.readOnly === true) return true;
    if (capabilities.lockTarget === undefined) return false;
    target = capabilities.lockTarget(target.path);
  }
  return false;
}
