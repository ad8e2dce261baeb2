import { type RequirementResult, type RunOptions, runRequirement } from "./run-requirement.js";
import type { StorageRequirement } from "./storage-requirement.js";
import { storageRequirements } from "./storage-requirements.js";
import type { StorageUnderTest } from "./storage-under-test.js";

export interface CheckOptions {
  /** Of everything random. Default: a new one for each run; it is in the report. */
  readonly seed?: number | undefined;
  /** Only these requirements: ids, or areas such as `"list"`. Default: all. */
  readonly only?: readonly string[] | undefined;
  /** What one requirement may take before it fails, in milliseconds. Default: 10,000. */
  readonly timeLimitMs?: number | undefined;
}

export interface ConformanceReport {
  /** Whether nothing failed. */
  readonly ok: boolean;
  readonly seed: number;
  /** One for each requirement, in the order of `storageRequirements`. */
  readonly results: readonly RequirementResult[];
}

/**
 * Runs the suite on a store, without a test runner: one requirement after the other, each on a fresh store. Never
 * rejects for what the store does. A `TypeError` tells of an `only` that is empty or names what does not exist, and of a
 * seed that is no integer.
 */
export async function checkStorage(subject: StorageUnderTest, options: CheckOptions = {}): Promise<ConformanceReport> {
  const requirements = selectRequirements(options.only);
  const runOptions = resolveRunOptions(options);
  const results: RequirementResult[] = [];
  for (const requirement of requirements) results.push(await runRequirement(requirement, subject, runOptions));
  return { ok: results.every(({ outcome }) => outcome !== "fail"), seed: runOptions.seed, results };
}

/** The options with their defaults, before any store has been made. */
export function resolveRunOptions(options: CheckOptions): RunOptions {
  const { seed = Math.floor(Math.random() * 0x7fffffff), timeLimitMs = 10_000 } = options;
  if (!Number.isInteger(seed)) throw new TypeError(`seed must be an integer, got ${seed}`);
  if (!(timeLimitMs > 0)) throw new TypeError(`timeLimitMs must be a positive number, got ${timeLimitMs}`);
  return { seed, timeLimitMs, objectPrototype: Reflect.ownKeys(Object.prototype) };
}

/** The requirements with these ids or of these areas; all without a selection. */
export function selectRequirements(only: readonly string[] | undefined): readonly StorageRequirement[] {
  if (only === undefined) return storageRequirements;
  if (only.length === 0) throw new TypeError("only selects nothing: name ids or areas, or leave it out to run all");
  const matches = (selector: string, id: string) => id === selector || id.startsWith(`${selector}/`);
  for (const selector of only) {
    if (!storageRequirements.some(({ id }) => matches(selector, id))) {
      throw new TypeError(`no requirement has the id or area ${JSON.stringify(selector)}`);
    }
  }
  return storageRequirements.filter(({ id }) => only.some((selector) => matches(selector, id)));
}
