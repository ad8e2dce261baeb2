import type { ArgumentCheck } from "./argument-check.js";
import { boundText } from "./bound-text.js";
import { Faults, type Path } from "./faults.js";
import type { JsonSchemaCheck } from "./json-schema-check.js";
import type { StandardIssue, StandardSchema } from "./standard-schema.js";

/**
 * Checks by the validator of a standard schema. `json` is the check for its JSON Schema: it prepares the arguments, and
 * words what is missing or of a wrong type, but does not decide. Any other rule, such as a pattern or a length, the
 * validator knows best, and its author may have written a message for it.
 */
export function createStandardSchemaCheck(schema: StandardSchema, json: JsonSchemaCheck): ArgumentCheck {
  const { validate } = schema["~standard"];
  return {
    parameters: json.parameters,
    async check(sent, faults) {
      const known = new Faults();
      const { input } = json.check(sent, known);
      const result = await validate(input);
      if (result.issues === undefined) return { input, output: result.value };
      for (const issue of result.issues) addIssue(issue, known, faults);
      if (faults.empty) faults.add([], "must fit the schema");
      return { input, output: undefined };
    },
  };
}

function addIssue({ message, path }: StandardIssue, known: Faults, faults: Faults): void {
  const place: Path = (path ?? []).map((segment) => {
    const key = typeof segment === "object" ? segment.key : segment;
    return typeof key === "number" ? key : String(key);
  });
  faults.add(
    place,
    known.shapeFaultAt(place) ?? `${place.length === 0 ? "are" : "is"} invalid: ${boundText(message, 200)}`,
  );
}
