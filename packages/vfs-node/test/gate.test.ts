import { expect, test } from "vitest";
import { Gate } from "../src/gate.js";

test("no more run at once than the gate is wide, and each gets its turn", async () => {
  const gate = new Gate(3);
  let inside = 0;
  let most = 0;
  const order: number[] = [];
  const works = Array.from({ length: 20 }, (_, index) =>
    gate.run(async () => {
      most = Math.max(most, ++inside);
      order.push(index);
      await new Promise((resolve) => setImmediate(resolve));
      inside--;
      if (index % 5 === 0) throw new Error(String(index));
    }),
  );
  const outcomes = await Promise.allSettled(works);
  expect(most).toBe(3);
  expect(order).toEqual(Array.from({ length: 20 }, (_, index) => index));
  expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(4);
});
