import { createToolRegistry, ToolError } from "@x/tools";

/** What a tool of these parameters does with these arguments: the handler's arguments, or the text of the refusal. */
export async function check(
  parameters: object,
  args: unknown,
  options: { repairArguments?: boolean } = {},
): Promise<unknown> {
  const registry = createToolRegistry(options);
  registry.register({ name: "t", description: "d", parameters }, (received) => ({ content: received }));
  try {
    return (await registry.dispatch({ name: "t", arguments: args })).content;
  } catch (error) {
    if (!ToolError.is(error, "TOOL_INVALID_ARGUMENTS")) throw error;
    return error.message.replace(/^invalid arguments for t: /, "");
  }
}

/** The error that a promise rejects with. */
export async function failure(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) return error;
    throw new TypeError("rejected with no Error", { cause: error });
  }
  throw new TypeError("did not reject");
}
