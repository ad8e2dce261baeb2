import type { Storage } from "@x/vfs";
import { asyncModelRun, asyncProperty, check, commands, interruptAfterTimeLimit } from "fast-check";
import { BrokenRule } from "../expectations.js";
import { agrees, type Model, modelCommands } from "../model-commands.js";
import { showValue } from "../show-value.js";
import { must, type RequirementContext, type StorageRequirement } from "../storage-requirement.js";

const sequences = 60;
const callsInSequence = 30;

async function runModel({ bare, fresh, seed, timeLimitMs }: RequirementContext): Promise<void> {
  const sequence = commands([modelCommands(bare.capabilities)], {
    maxCommands: callsInSequence,
    size: "max",
    disableReplayLog: true,
  });
  const property = asyncProperty(sequence, async (script) => {
    const model: Model = new Map();
    const real: Storage = await fresh();
    await asyncModelRun(() => ({ model, real }), script);
    await agrees(model, real);
  });
  // A slow store gets as many sequences as fit, and a fault as much shrinking.
  const details = await check(property, {
    seed,
    numRuns: sequences,
    plugins: [interruptAfterTimeLimit(timeLimitMs * 0.7)],
  });
  if (!details.failed) return;
  // As text it is the calls that were made, without those that come after the failure.
  const found = (details.counterexample ?? []) as readonly { readonly toString: () => string }[];
  const script = (found[0]?.toString() ?? "").split(/,(?=\w+\()/).join("; ");
  const error: unknown = details.errorInstance;
  const told = error instanceof BrokenRule ? error.message : showValue(error);
  throw new BrokenRule(
    `${told}\nSeed: ${seed} repeats it`,
    [...(script === "" ? [] : [script]), "and then everything was listed and read"].join("; "),
  );
}

export const modelRequirements: readonly StorageRequirement[] = [
  must(
    "model/agrees-with-a-map",
    "Whatever the sequence of calls, the store answers as a map from paths to bytes would.",
    runModel,
  ),
];
