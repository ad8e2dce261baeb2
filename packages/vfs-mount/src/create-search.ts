import type { SearchCapability } from "@x/vfs";

import { callMount } from "./call-mount.js";
import { mergeVisible } from "./merge-visible.js";
import type { Mount, MountTable } from "./mount-table.js";

/** A search in every mounted store that has one; nothing if none has. */
export function createSearch(table: MountTable): SearchCapability | undefined {
  const searchable = table.mounts.flatMap((mount) => {
    const { search } = mount.storage.capabilities;
    return search === undefined ? [] : [{ mount, search }];
  });
  if (searchable.length === 0) return undefined;
  return Object.freeze({
    syntax: describeSyntax(table.mounts.length, searchable),
    async query(text, options) {
      options?.signal?.throwIfAborted();
      const parts = await Promise.all(
        searchable.map(async ({ mount, search }) => {
          const items = await callMount(mount, async () => search.query(text, options));
          return { mount, items };
        }),
      );
      return mergeVisible(
        table,
        parts,
        (path) => path,
        (_, path) => path,
        options?.signal,
      );
    },
  } satisfies SearchCapability);
}

/** One syntax where all agree; otherwise that of each, under the directory where it counts. */
function describeSyntax(mounts: number, searchable: readonly { mount: Mount; search: SearchCapability }[]): string {
  const basesBySyntax = new Map<string, string[]>();
  for (const { mount, search } of searchable) {
    const bases = basesBySyntax.get(search.syntax) ?? [];
    basesBySyntax.set(search.syntax, [...bases, mount.base === "" ? "elsewhere" : `under ${mount.base}`]);
  }
  const [only] = basesBySyntax.keys();
  if (basesBySyntax.size === 1 && searchable.length === mounts && only !== undefined) return only;
  const parts = [...basesBySyntax].map(([syntax, bases]) => `Files ${bases.join(", ")}: ${syntax}`);
  if (searchable.length < mounts) parts.push("Other files are not searched.");
  return parts.join("\n");
}
