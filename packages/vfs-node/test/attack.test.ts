import { createNodeStorage } from "@x/vfs-node";
import { describe, expect, test } from "vitest";
import { attack } from "./support/attack.js";
import { naiveStorage } from "./support/naive-storage.js";
import { temporaryRoot } from "./support/temporary-root.js";

const seconds = Number(process.env.X_ATTACK_SECONDS ?? 2);

/** Elsewhere the store promises less, and this attack may succeed. */
const canBeStrict = strictWorks();

describe("while another process exchanges directories and files for links", () => {
  test.runIf(canBeStrict)("not one byte outside the root is read or written", async () => {
    const root = temporaryRoot();
    const report = await attack(root, createNodeStorage({ root, containment: "strict" }), seconds);
    console.log(`disk store: ${JSON.stringify(report)}`);
    expect(report).toMatchObject({ escapes: {}, escaped: 0, strange: [] });
    expect(report.exchanges).toBeGreaterThan(100);
    expect(report.succeeded).toBeGreaterThan(100);
  });

  test.runIf(canBeStrict)("a store that checks a name and then opens it lets them out in the same time", async () => {
    const root = temporaryRoot();
    const report = await attack(root, naiveStorage(root), seconds, true);
    console.log(`naive store: ${JSON.stringify(report)}`);
    expect(report.escaped).toBeGreaterThan(0);
  });
});

function strictWorks(): boolean {
  try {
    createNodeStorage({ root: ".", containment: "strict" });
    return true;
  } catch {
    return false;
  }
}
