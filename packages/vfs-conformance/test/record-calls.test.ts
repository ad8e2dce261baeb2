import { createMemoryStorage } from "@x/vfs-memory";
import { expect, test } from "vitest";
import { Journal, recordCalls } from "../src/record-calls.js";

test("calls are written down as they were made, those of scopes and capabilities too", async () => {
  const journal = new Journal();
  const storage = recordCalls(createMemoryStorage(), journal);
  expect(journal.toString()).toBe("nothing yet");
  await storage.writeFile("a.txt", Uint8Array.of(1), "text/plain");
  await storage.capabilities.stat!("a.txt");
  await storage.capabilities.search!.query("x");
  await storage.capabilities.scope!("t").listFiles();
  expect(journal.toString()).toBe(
    'writeFile("a.txt", <01>, "text/plain"); stat("a.txt"); search.query("x"); scope("t"); scope("t").listFiles()',
  );
});

test("only the last calls are kept", async () => {
  const journal = new Journal();
  const storage = recordCalls(createMemoryStorage(), journal);
  for (let call = 0; call < 10; call++) await storage.listFiles({ prefix: String(call) });
  expect(journal.toString()).toMatch(/^\(2 calls\) listFiles\(\{ prefix: "2" \}\); /);
});

test("what the store does passes as it is: capabilities, identities and throws", () => {
  const base = createMemoryStorage();
  const error = new Error("thrown at once");
  const storage = recordCalls(
    {
      ...base,
      capabilities: { readOnly: true },
      readFile: () => {
        throw error;
      },
    },
    new Journal(),
  );
  expect(storage.capabilities).toEqual({ readOnly: true });
  expect(() => storage.readFile("a")).toThrow(error);
});
