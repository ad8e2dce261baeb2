import { expect, test } from "vitest";
import { createToolRegistry, schema } from "../src/index.js";

test("a registered tool is listed and runs", async () => {
  const registry = createToolRegistry();
  registry.register(
    { name: "greet", description: "Greets.", parameters: schema.object({ name: schema.string("Whom to greet.") }) },
    ({ name }) => ({ content: { greeting: `Hello, ${name}` } }),
  );
  expect(registry.has("greet")).toBe(true);
  await expect(registry.run({ name: "greet", arguments: '{"name":"Ada"}' })).resolves.toMatchObject({
    isError: false,
    text: '{"greeting":"Hello, Ada"}',
  });
});
