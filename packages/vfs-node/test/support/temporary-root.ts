import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** An empty directory to be the root of a store, in another that is all of the test's own and goes away with it. */
export function temporaryRoot(files: Readonly<Record<string, string>> = {}): string {
  const root = join(mkdtempSync(join(tmpdir(), "vfs-node-")), "root");
  onTestFinished(() => rmSync(dirname(root), { recursive: true, force: true, maxRetries: 5 }));
  mkdirSync(root);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}
