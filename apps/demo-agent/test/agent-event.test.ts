import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { agentEventSchema } from "../src/agent-event.js";

test("the README lists every event with its fields", async () => {
  const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
  const table = readme.slice(readme.indexOf("## Events"));
  const rows = [...table.matchAll(/^\| +(`\w+`(?:, `\w+`)*) +\| +(.*?) +\|$/gm)];
  const listed = new Map(
    rows.flatMap(([, names = "", fields = ""]) => names.match(/\w+/g)?.map((name) => [name, fields] as const) ?? []),
  );
  for (const event of agentEventSchema.anyOf) {
    const { type, ...fields } = event.properties;
    const row = listed.get(type.const);
    expect(row, type.const).toBeDefined();
    for (const field of Object.keys(fields)) expect(row).toContain(`\`${field}\``);
  }
  listed.delete("type");
  expect([...listed.keys()].sort()).toEqual(
    agentEventSchema.anyOf.map(({ properties }) => properties.type.const).sort(),
  );
});
