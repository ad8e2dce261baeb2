import { checkStorage, type RequirementResult, type StorageUnderTest, storageRequirements } from "@x/vfs-conformance";

/** What one requirement came to on one store. */
export interface MatrixCell {
  readonly store: string;
  readonly outcome: RequirementResult["outcome"];
  readonly reason?: string;
}

export interface MatrixRow {
  readonly id: string;
  readonly title: string;
  readonly level: "must" | "may";
  /** One for each store, in their order. */
  readonly cells: readonly MatrixCell[];
}

export interface ConformanceMatrix {
  readonly stores: readonly string[];
  readonly requirements: readonly MatrixRow[];
}

// Whether these pass is the disk's choice where they are run, so the matrix, which is the same everywhere, leaves it open.
const upToTheDisk: Readonly<Record<string, string>> = {
  "names/case-distinct": "up to the disk: passes where it tells upper and lower case apart",
  "names/unicode-forms-distinct": "up to the disk: passes where it tells NFC and NFD forms apart",
};

/** Runs the suite on each store, one after the other. `onStore` hears of each one that has been run. */
export async function runMatrix(
  stores: readonly StorageUnderTest[],
  seed: number | undefined,
  onStore?: (name: string, failed: readonly RequirementResult[], seed: number) => void,
): Promise<ConformanceMatrix> {
  const columns: (readonly [StorageUnderTest, readonly RequirementResult[]])[] = [];
  for (const store of stores) {
    const report = await checkStorage(store, seed === undefined ? {} : { seed });
    columns.push([store, report.results]);
    onStore?.(
      store.name,
      report.results.filter(({ outcome }) => outcome === "fail"),
      report.seed,
    );
  }
  return {
    stores: stores.map(({ name }) => name),
    requirements: storageRequirements.map(({ id, title, level }, index) => ({
      id,
      title,
      level,
      cells: columns.flatMap(([store, results]) => {
        const result = results[index];
        return result === undefined ? [] : [cellOf(store, result)];
      }),
    })),
  };
}

function cellOf({ name, traits = {} }: StorageUnderTest, { id, outcome, reason }: RequirementResult): MatrixCell {
  const open = traits.storesContentType === false && outcome !== "fail" ? upToTheDisk[id] : undefined;
  if (open !== undefined && traits.readOnly === undefined) return { store: name, outcome: "skip", reason: open };
  return { store: name, outcome, ...(reason !== undefined && { reason }) };
}

export function hasFailures(matrix: ConformanceMatrix): boolean {
  return matrix.requirements.some(({ cells }) => cells.some(({ outcome }) => outcome === "fail"));
}
