import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPacer } from "../src/create-pacer.js";

let time = 0;
beforeEach(() => {
  vi.spyOn(performance, "now").mockImplementation(() => time);
});
afterEach(() => {
  vi.restoreAllMocks();
});

test("lets the event loop take a turn once a slice of time is used up, and then a whole slice later", async () => {
  const pace = createPacer(undefined);
  expect(pace()).toBeUndefined();
  time += 100;
  const turns: string[] = [];
  setImmediate(() => turns.push("other work"));
  await pace();
  expect(turns).toEqual(["other work"]);
  expect(pace()).toBeUndefined();
});

test("rejects after a turn in which the signal aborted", async () => {
  const controller = new AbortController();
  const pace = createPacer(controller.signal);
  time += 100;
  setImmediate(() => controller.abort("stop"));
  await expect(pace()).rejects.toBe("stop");
});
