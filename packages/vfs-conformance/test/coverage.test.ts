import { readFileSync } from "node:fs";
import { storageRequirements } from "@x/vfs-conformance";
import { expect, test } from "vitest";

const contract = readFileSync(new URL("../../../docs/storage-contract.md", import.meta.url), "utf8").replaceAll(
  "\r\n",
  "\n",
);
// What comes before the first heading of a part is the introduction; the rules come after it.
const lines = contract.slice(contract.indexOf("\n## ")).split("\n");
const rules = lines.filter((line) => line.startsWith("- ")).map((line) => line.slice(2));
const idPattern = /`([a-z-]+\/[a-z0-9-]+)`/g;
const ids = storageRequirements.map(({ id }) => id);

/** The ids stand after the sentence, so that paths in code within it are not taken for one. */
function split(rule: string): { readonly sentence: string; readonly told: readonly string[] } {
  const [sentence = ""] = /^.*?\.(?= `[a-z-]+\/[a-z0-9-]+`|$)/.exec(rule) ?? [];
  return { sentence, told: [...rule.slice(sentence.length).matchAll(idPattern)].map(([, id = ""]) => id) };
}

test("the rules are one sentence each, and nothing but rules stands below the introduction", () => {
  expect(lines.filter((line) => line !== "" && !line.startsWith("#") && !line.startsWith("- "))).toEqual([]);
  expect(rules.length).toBeGreaterThan(60);
  for (const rule of rules) {
    const withoutCode = split(rule).sentence.replace(/`[^`]*`/g, "code");
    expect(withoutCode, rule).toMatch(/^[A-Z0-9c][^.]*\.$/);
  }
});

test.each(rules)("%s", (rule) => {
  const { told } = split(rule);
  expect(told, "a rule names the requirements that check it").not.toEqual([]);
  expect(
    told.filter((id) => !ids.includes(id)),
    "ids that no requirement has",
  ).toEqual([]);
});

test("every requirement checks a rule", () => {
  const told = new Set(rules.flatMap((rule) => split(rule).told));
  expect(ids.filter((id) => !told.has(id))).toEqual([]);
});

test("a liberty that a store may take is named by a rule with MAY", () => {
  for (const { id } of storageRequirements.filter(({ level }) => level === "may")) {
    expect(
      rules.some((rule) => split(rule).told.includes(id) && rule.includes("MAY")),
      id,
    ).toBe(true);
  }
});

test("there are sixty requirements or more, each with an id and a rule of its own", () => {
  expect(ids.length).toBeGreaterThanOrEqual(60);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { id, title } of storageRequirements) {
    expect(id).toMatch(/^[a-z-]+\/[a-z0-9-]+$/);
    expect(title, id).toMatch(/\.$/);
  }
});
