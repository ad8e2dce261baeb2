import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const packages = readdirSync(`${root}packages`);
const changesets = readdirSync(`${root}.changeset`)
  .filter((name) => name.endsWith(".md"))
  .map((name) => ({ name, text: readFileSync(`${root}.changeset/${name}`, "utf8") }));

test.each(packages)("@x/%s tells its users what has changed", (name) => {
  const announced = changesets.some(({ text }) => text.includes(`"@x/${name}":`));
  expect(announced || existsSync(`${root}packages/${name}/CHANGELOG.md`)).toBe(true);
});

test.each(changesets)("the changeset $name names packages that exist and says something", ({ text }) => {
  const [, head = "", body = ""] = /^---\n(.*?)^---\n(.*)$/ms.exec(text) ?? [];
  const named = [...head.matchAll(/^"@x\/(.+)": (?:patch|minor|major)$/gm)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(0);
  expect(packages).toEqual(expect.arrayContaining(named));
  expect(body.trim()).not.toBe("");
});
