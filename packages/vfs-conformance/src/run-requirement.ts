import type { Storage } from "@x/vfs";
import { BrokenRule, bytesOf, expectThat } from "./expectations.js";
import { Journal, recordCalls } from "./record-calls.js";
import { sampleFiles } from "./sample-files.js";
import { showValue } from "./show-value.js";
import type { RequirementContext, StorageRequirement } from "./storage-requirement.js";
import type { CreatedStorage, StorageTraits, StorageUnderTest } from "./storage-under-test.js";

export type RequirementOutcome = "pass" | "fail" | "skip" | "absent";

export interface RequirementResult {
  readonly id: string;
  readonly title: string;
  readonly level: "must" | "may";
  readonly outcome: RequirementOutcome;
  /** Why it failed, was skipped or is absent. */
  readonly reason?: string;
}

export interface RunOptions {
  readonly seed: number;
  readonly timeLimitMs: number;
  readonly objectPrototype: readonly PropertyKey[];
}

/** Runs one requirement on stores of its own, and disposes of them whatever happens. Never rejects. */
export async function runRequirement(
  requirement: StorageRequirement,
  subject: StorageUnderTest,
  options: RunOptions,
): Promise<RequirementResult> {
  const { id, title, level } = requirement;
  const traits = subject.traits ?? {};
  const result = (outcome: RequirementOutcome, reason?: string): RequirementResult => ({
    id,
    title,
    level,
    outcome,
    ...(reason !== undefined && { reason }),
  });
  const skipped = skipReason(requirement, traits);
  if (skipped !== undefined) return result("skip", skipped);

  const journal = new Journal();
  const created: CreatedStorage[] = [];
  const fail = (whatCameBack: string, done = journal.toString()) =>
    result("fail", `Done: ${done}\nCame back: ${whatCameBack}\nThe contract says: ${title}`);
  let outcome: RequirementResult;
  try {
    outcome = await inTime(options.timeLimitMs, async () => {
      const context = await createContext(subject, traits, options, journal, created);
      const absent = requirement.needs.filter((name) => isAbsent(context.bare.capabilities[name]));
      if (absent.length === 0) {
        await requirement.run(context);
        return result("pass");
      }
      await requirement.refusal?.(context);
      return result("absent", `the store has no ${absent.join(" and no ")}`);
    });
  } catch (error) {
    outcome =
      error instanceof BrokenRule
        ? fail(error.message, error.done)
        : fail(`an error where none was due: ${showValue(error)}`);
  }
  for (const { dispose } of created) {
    try {
      await inTime(options.timeLimitMs, async () => dispose?.());
    } catch (error) {
      if (outcome.outcome !== "fail") outcome = fail(`dispose failed: ${showValue(error)}`);
    }
  }
  return outcome;
}

/** Only `undefined` states an absence properly; the other two cannot be called either, and the refusal check tells. */
function isAbsent(capability: unknown): boolean {
  return capability === undefined || capability === null || capability === false;
}

function skipReason(requirement: StorageRequirement, traits: StorageTraits): string | undefined {
  if (traits.readOnly !== undefined && !requirement.onReadOnly) {
    return "traits.readOnly: the store refuses the writes that this needs";
  }
  return requirement.skip?.(traits);
}

async function createContext(
  subject: StorageUnderTest,
  traits: StorageTraits,
  options: RunOptions,
  journal: Journal,
  created: CreatedStorage[],
): Promise<RequirementContext> {
  const create = async () => {
    const made: unknown = await subject.create();
    expectThat(isCreatedStorage(made), `create() gave ${showValue(made)}, not { storage, dispose }`);
    created.push(made);
    return made;
  };
  const first = await create();
  const storage = recordCalls(first.storage, journal);
  return {
    storage,
    bare: first.storage,
    traits,
    ...options,
    files: async () => {
      if (traits.readOnly === undefined) return writeSamples(storage);
      const files = Object.entries(traits.readOnly.files).map(
        ([path, content]) => [path, typeof content === "string" ? bytesOf(content) : content] as const,
      );
      expectThat(files.length > 0, "traits.readOnly.files names no file, so nothing can be read");
      return new Map(files);
    },
    fresh: async () => recordCalls((await create()).storage, journal),
    reopen: async () => {
      expectThat(first.reopen !== undefined, "traits.durable is stated, but create() gave no reopen");
      journal.add("reopen()");
      return recordCalls(await first.reopen(), journal);
    },
    breakMedium: async () => {
      expectThat(first.breakMedium !== undefined, "traits.failingMedium is stated, but create() gave no breakMedium");
      journal.add("breakMedium()");
      await first.breakMedium();
    },
  };
}

async function writeSamples(storage: Storage): Promise<ReadonlyMap<string, Uint8Array>> {
  for (const [path, content] of sampleFiles) await storage.writeFile(path, content, "text/plain");
  return sampleFiles;
}

function isCreatedStorage(value: unknown): value is CreatedStorage {
  const storage = (value as { storage?: unknown } | null | undefined)?.storage;
  const capabilities = (storage as { capabilities?: unknown } | null | undefined)?.capabilities;
  return typeof capabilities === "object" && capabilities !== null;
}

/** The work's own end, or a failure after the time. What ends later is ignored. */
async function inTime<T>(timeLimitMs: number, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new BrokenRule(`nothing for ${timeLimitMs} ms: the last call hangs, or the store is too slow`));
    }, timeLimitMs);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
