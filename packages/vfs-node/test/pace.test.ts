import { expect, test } from "vitest";
import { Pace } from "../src/pace.js";
import { runInSlices } from "../src/run-in-slices.js";

function busy(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test("work runs in order, after the caller has gone on", async () => {
  const pace = new Pace();
  const order: string[] = [];
  const calls = ["a", "b", "c"].map((name) => pace.run(() => order.push(name)));
  expect(order).toEqual([]);
  await Promise.all(calls);
  expect(order).toEqual(["a", "b", "c"]);
});

test("work that throws rejects, and the rest goes on", async () => {
  const pace = new Pace();
  const failing = pace.run(() => {
    throw new Error("no");
  });
  const next = pace.run(() => 1);
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe(1);
});

test("an aborted signal rejects with its reason, and nothing is done", async () => {
  const controller = new AbortController();
  let done = false;
  const call = new Pace().run(() => (done = true), controller.signal);
  controller.abort(new Error("stop"));
  await expect(call).rejects.toThrow("stop");
  expect(done).toBe(false);
});

test("much work at once leaves turns to others", async () => {
  const pace = new Pace();
  let others = 0;
  let running = true;
  const tick = (): void => {
    others++;
    if (running) setImmediate(tick);
  };
  setImmediate(tick);
  const worked = await Promise.all(Array.from({ length: 60 }, () => pace.run(() => busy(1))));
  running = false;
  expect(worked).toHaveLength(60);
  // 60 ms in turns of 5 and the one that began in time.
  expect(others).toBeGreaterThanOrEqual(5);
});

test("long steps and short calls take turns", async () => {
  const pace = new Pace();
  let steps = 0;
  function* long(): Generator<void, string> {
    for (; steps < 40; steps++) {
      busy(1);
      yield;
    }
    return "end";
  }
  let paused = 0;
  const sliced = runInSlices(pace, long(), () => paused++);
  const stepsBefore = await pace.run(() => steps);
  expect(stepsBefore).toBeLessThan(40);
  expect(await sliced).toBe("end");
  expect(paused).toBeGreaterThan(1);
});

test("steps that are aborted are ended", async () => {
  const controller = new AbortController();
  let closed = false;
  function* endless(): Generator<void, never> {
    try {
      for (;;) {
        busy(1);
        yield;
      }
    } finally {
      closed = true;
    }
  }
  const sliced = runInSlices(new Pace(), endless(), () => undefined, controller.signal);
  setImmediate(() => controller.abort(new Error("stop")));
  await expect(sliced).rejects.toThrow("stop");
  expect(closed).toBe(true);
});
