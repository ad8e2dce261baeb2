import { createToolRegistry, schema, type ToolRegistry } from "@x/tools";

const png = { mediaType: "image/png", data: Buffer.from("89504e470d0a1a0a", "hex") };
const wav = { mediaType: "audio/wav", data: Buffer.from("RIFF\0\0\0\0WAVE", "latin1") };
const json = { mediaType: "application/json", data: Buffer.from('{"test":"data","value":123}') };
const text = { mediaType: "text/plain", data: Buffer.from("This is an embedded resource content.") };

/** The tools that the scenarios of the public conformance tests call, as far as a registry can offer them. */
export function conformanceRegistry(): ToolRegistry {
  const registry = createToolRegistry();
  const results = {
    test_simple_text: { content: "This is a simple text response for testing." },
    test_image_content: { content: "An image:", attachments: [png] },
    test_audio_content: { content: "A sound:", attachments: [wav] },
    test_embedded_resource: { content: "A resource:", attachments: [text] },
    test_multiple_content_types: { content: "Multiple content types test:", attachments: [png, json] },
  };
  for (const [name, result] of Object.entries(results)) {
    registry.register({ name, description: "Gives a fixed result.", parameters: schema.object({}) }, () => result);
  }
  registry.register(
    { name: "test_error_handling", description: "Always fails.", parameters: schema.object({}) },
    () => {
      throw new Error("This tool intentionally returns an error for testing");
    },
  );
  registry.register(
    { name: "test_tool_with_progress", description: "Reports progress.", parameters: schema.object({}) },
    (_args, { reportProgress }) => {
      for (const progress of [0, 50, 100]) reportProgress({ progress, total: 100 });
      return { content: "done" };
    },
  );
  registry.register(
    {
      name: "json_schema_2020_12_tool",
      description: "Has a schema with keywords of JSON Schema 2020-12.",
      parameters: {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        type: "object",
        $defs: {
          address: { type: "object", properties: { street: { type: "string" }, city: { type: "string" } } },
        },
        properties: { name: { type: "string" }, address: { $ref: "#/$defs/address" } },
        additionalProperties: false,
      },
    },
    (args) => ({ content: args }),
  );
  return registry;
}
