import type { Storage } from "@x/vfs";

/** What `create` hands over for one requirement. */
export interface CreatedStorage {
  /** Fresh and empty, or filled as `traits.readOnly` says. */
  readonly storage: Storage;
  /** Frees what `create` took. Always called, also after a failure or a timeout. */
  readonly dispose?: (() => void | Promise<void>) | undefined;
  /** Gives a new store on the same medium, as after a restart. Needed for `traits.durable`. */
  readonly reopen?: (() => Storage | Promise<Storage>) | undefined;
  /** Makes every later access to the medium fail. Needed for `traits.failingMedium`. */
  readonly breakMedium?: (() => void | Promise<void>) | undefined;
}

/** What no capability can say about a store. A trait that is not stated has the default that is checked most strictly. */
export interface StorageTraits {
  /** Metadata show the content type that was written, not one derived from the path. Default: true. */
  readonly storesContentType?: boolean | undefined;
  /** Names that differ only in case are two files. Default: true. */
  readonly caseSensitive?: boolean | undefined;
  /** The composed and the decomposed form of a name are two files. Default: true. */
  readonly distinguishesUnicodeForms?: boolean | undefined;
  /** Files outlive the store object: `create` also gives `reopen`. Default: false. */
  readonly durable?: boolean | undefined;
  /** `create` also gives `breakMedium`, so that failures of the medium can be checked. Default: false. */
  readonly failingMedium?: boolean | undefined;
  /** The store refuses writes and comes filled with exactly these files. Default: it is empty and can be written. */
  readonly readOnly?: { readonly files: Readonly<Record<string, string | Uint8Array>> } | undefined;
  /** Texts that no message may show: the root on the host, a connection string, a table. Default: none. */
  readonly secrets?: readonly string[] | undefined;
}

/** A store as its author presents it to the suite. */
export interface StorageUnderTest {
  readonly name: string;
  /** Called once or more for each requirement. */
  readonly create: () => CreatedStorage | Promise<CreatedStorage>;
  readonly traits?: StorageTraits | undefined;
}
