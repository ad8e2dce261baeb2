import { type TProperties, type TSchema, Type } from "typebox";

/** Short forms of the schemas that tools need most. What they return are TypeBox schemas: plain JSON Schema, typed. */
export const schema = {
  /** An object with these properties, required unless wrapped in `schema.optional`; others pass through. */
  object: <Properties extends TProperties>(properties: Properties) => Type.Object(properties),
  string: (description: string) => Type.String({ description }),
  integer: (description: string) => Type.Integer({ description }),
  number: (description: string) => Type.Number({ description }),
  boolean: (description: string) => Type.Boolean({ description }),
  /** One of these strings. */
  enum: <Values extends string[]>(description: string, values: readonly [...Values]) =>
    Type.Enum<Values>(values, { type: "string", description }),
  array: <Items extends TSchema>(description: string, items: Items) => Type.Array(items, { description }),
  optional: <Schema extends TSchema>(optional: Schema) => Type.Optional(optional),
} as const;
