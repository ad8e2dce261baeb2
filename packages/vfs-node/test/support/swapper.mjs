// Run as a process of its own: exchanges places in a root for links that lead out of it, as fast as it can, until it is
// told to stop. Answers with the number of exchanges.
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { setImmediate } from "node:timers";

const [, , root, outside] = process.argv;
const places = [
  { path: `${root}/d`, target: outside, directory: true },
  { path: `${root}/e/sub`, target: outside, directory: true },
  { path: `${root}/leaf.txt`, target: `${outside}/f.txt`, directory: false },
];
let exchanges = 0;
let stopped = false;

function prepare({ path, target, directory }) {
  for (const name of [path, `${path}.real`, `${path}.link`]) rmSync(name, { recursive: true, force: true });
  if (path.includes("/e/")) mkdirSync(`${root}/e`, { recursive: true });
  if (directory) {
    mkdirSync(path);
    for (const name of ["f.txt", "g.txt"]) writeFileSync(`${path}/${name}`, "inside");
  } else {
    writeFileSync(path, "inside");
  }
  symlinkSync(target, `${path}.link`);
}

function exchange(place) {
  const { path } = place;
  try {
    renameSync(path, `${path}.real`);
    renameSync(`${path}.link`, path);
    renameSync(path, `${path}.link`);
    renameSync(`${path}.real`, path);
    exchanges++;
  } catch {
    // The store put something in between, as it may: start afresh.
    try {
      prepare(place);
    } catch {
      // Again in between: the next round tries again.
    }
  }
}

function round() {
  for (let count = 0; count < 200; count++) for (const place of places) exchange(place);
  if (stopped) process.send({ exchanges }, () => process.exit(0));
  else setImmediate(round);
}

process.on("message", () => {
  stopped = true;
});
process.on("disconnect", () => process.exit(1));
for (const place of places) prepare(place);
process.send({ ready: true });
round();
