const runLength = 1_024;

/** Sorts like `items.sort(compare)`, in steps that are short however many items there are. */
export function* sortInSlices<T>(items: T[], compare: (a: T, b: T) => number): Generator<void, T[]> {
  if (items.length <= runLength) return items.sort(compare);
  let sorted: T[][] = [];
  for (let start = 0; start < items.length; start += runLength) {
    sorted.push(items.slice(start, start + runLength).sort(compare));
    yield;
  }
  while (sorted.length > 1) {
    const merged: T[][] = [];
    for (let index = 0; index < sorted.length; index += 2) {
      merged.push(yield* merge(sorted[index] ?? [], sorted[index + 1] ?? [], compare));
    }
    sorted = merged;
  }
  return sorted[0] ?? [];
}

function* merge<T>(left: T[], right: T[], compare: (a: T, b: T) => number): Generator<void, T[]> {
  const merged: T[] = [];
  let leftIndex = 0;
  let rightIndex = 0;
  while (leftIndex < left.length || rightIndex < right.length) {
    const a = left[leftIndex];
    const b = right[rightIndex];
    if (b === undefined || (a !== undefined && compare(a, b) <= 0)) {
      merged.push(a as T);
      leftIndex++;
    } else {
      merged.push(b);
      rightIndex++;
    }
    if (merged.length % runLength === 0) yield;
  }
  return merged;
}
