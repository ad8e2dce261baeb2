import type { Storage, StorageCapabilities } from "@x/vfs";
import { expectThat } from "./expectations.js";
import type { StorageTraits } from "./storage-under-test.js";

export type CapabilityName = keyof StorageCapabilities;

/** What a requirement works with. */
export interface RequirementContext {
  /** The store, with its calls written down for the report. */
  readonly storage: Storage;
  /** The same store untouched, where its identity matters. */
  readonly bare: Storage;
  readonly traits: StorageTraits;
  /** Of everything random. */
  readonly seed: number;
  /** After this time the requirement has failed; it may finish earlier by itself. */
  readonly timeLimitMs: number;
  /** The keys of Object.prototype from before any call of a store. */
  readonly objectPrototype: readonly PropertyKey[];
  /** The files of a store that comes filled; in any other, a few files that this call writes. Never empty. */
  readonly files: () => Promise<ReadonlyMap<string, Uint8Array>>;
  /** Another fresh store, disposed of with the first. */
  readonly fresh: () => Promise<Storage>;
  /** A new store on the same medium (`traits.durable`). */
  readonly reopen: () => Promise<Storage>;
  /** Makes the medium fail (`traits.failingMedium`). */
  readonly breakMedium: () => Promise<void>;
}

/** One rule of the contract, and the check of it. */
export interface StorageRequirement {
  /** Stable, as `area/rule`. */
  readonly id: string;
  /** The rule, in one sentence. */
  readonly title: string;
  readonly level: "must" | "may";
  /** Where one of these is absent the outcome is `absent`. */
  readonly needs: readonly CapabilityName[];
  /** Whether it also holds for a store that refuses writes and comes filled. */
  readonly onReadOnly: boolean;
  /** Why these traits make the rule meaningless, if they do. */
  readonly skip?: (traits: StorageTraits) => string | undefined;
  /** Rejects when the store breaks the rule. */
  readonly run: (context: RequirementContext) => Promise<void>;
  /** Runs instead where a needed capability is absent; rejects when its absence is not stated properly. */
  readonly refusal?: (context: RequirementContext) => Promise<void>;
}

export type RequirementOptions = Partial<Pick<StorageRequirement, "needs" | "onReadOnly" | "skip" | "refusal">>;

/** A capability that is absent is undefined: whoever asks for it may otherwise find it there, and call it. */
async function statesAbsence({ bare }: RequirementContext, needs: readonly CapabilityName[]): Promise<void> {
  for (const name of needs) {
    const value: unknown = bare.capabilities[name];
    expectThat(value !== null && value !== false, `capabilities.${name} is ${String(value)}: leave it undefined`);
  }
}

/** A rule that every store keeps. */
export function must(
  id: string,
  title: string,
  run: StorageRequirement["run"],
  options: RequirementOptions = {},
): StorageRequirement {
  const { needs = [] } = options;
  return {
    id,
    title,
    level: "must",
    onReadOnly: false,
    ...(needs.length > 0 && { refusal: (context) => statesAbsence(context, needs) }),
    ...options,
    needs,
    run,
  };
}

/** A liberty that a store may take, and the bounds of it. */
export function may(
  id: string,
  title: string,
  run: StorageRequirement["run"],
  options: RequirementOptions = {},
): StorageRequirement {
  return { ...must(id, title, run, options), level: "may" };
}
