import { expect, test } from "vitest";
import { iterateInSlices } from "../src/iterate-in-slices.js";

const over = { done: true, value: undefined };

/** Numbers without end, which note that they were let go of. */
function* endless(closed: string[]) {
  try {
    for (let number = 1; ; number++) yield number;
  } finally {
    closed.push("closed");
  }
}

test("maps each item in order, and is over for good", async () => {
  const iterator = iterateInSlices(new Set([1, 2]), (number) => number * 10, undefined);
  const seen: number[] = [];
  for await (const value of iterator) seen.push(value);
  expect(seen).toEqual([10, 20]);
  expect(await iterator.next()).toEqual(over);
});

test("steps asked for at once are answered in order", async () => {
  const iterator = iterateInSlices([1, 2, 3], String, undefined);
  const answers = await Promise.all([iterator.next(), iterator.next(), iterator.next(), iterator.next()]);
  expect(answers.map(({ value }) => value as unknown)).toEqual(["1", "2", "3", undefined]);
});

test("lets go of the items when its consumer leaves", async () => {
  const closed: string[] = [];
  for await (const value of iterateInSlices(endless(closed), (number) => number, undefined)) {
    if (value === 3) break;
  }
  expect(closed).toEqual(["closed"]);
});

test("a step that fails is the last, and lets go of the items", async () => {
  const closed: string[] = [];
  const fail = () => {
    throw new Error("no such thing");
  };
  const iterator = iterateInSlices(endless(closed), fail, undefined);
  await expect(iterator.next()).rejects.toThrow("no such thing");
  expect(closed).toEqual(["closed"]);
  expect(await iterator.next()).toEqual(over);
});

test("an abort between two steps is the last step, and at the end is no less", async () => {
  const abort = new AbortController();
  const closed: string[] = [];
  const iterator = iterateInSlices(endless(closed), (number) => number, abort.signal);
  expect((await iterator.next()).value).toBe(1);
  abort.abort(new Error("enough"));
  await expect(iterator.next()).rejects.toThrow("enough");
  expect(closed).toEqual(["closed"]);
  await expect(iterateInSlices([], String, abort.signal).next()).rejects.toThrow("enough");
});
