// Run as a process of its own: writes files over and over, each with one byte repeated, until it is killed.
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const [, , bundle, root, kind, sizes] = process.argv;
const { createNodeStorage } = await import(bundle);
const storage = createNodeStorage({ root });
const files = Object.entries(JSON.parse(sizes));

for (let turn = 0; ; turn++) {
  for (const [path, size] of files) {
    const content = new Uint8Array(size).fill(97 + (turn % 26));
    if (kind === "naive") writeFileSync(join(root, path), content);
    else await storage.writeFile(path, content, "text/plain");
  }
  if (turn === 0) process.send("written once");
}
