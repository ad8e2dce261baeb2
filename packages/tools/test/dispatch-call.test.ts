import { getEventListeners } from "node:events";
import {
  createToolRegistry,
  schema,
  type ToolEnvironment,
  ToolError,
  type ToolInterceptor,
  type ToolRegistryOptions,
  type ToolResult,
} from "@x/tools";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { failure } from "./support/check.js";

type Handler = (args: unknown, environment: ToolEnvironment) => ToolResult | PromiseLike<ToolResult>;

function registryOf(handler: Handler, options: ToolRegistryOptions = {}) {
  const registry = createToolRegistry(options);
  registry.register({ name: "t", description: "", parameters: { type: "object" } }, handler);
  return registry;
}

const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);
beforeAll(() => void process.on("unhandledRejection", note));
afterAll(async () => {
  await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", note);
  expect(unhandled).toEqual([]);
});

describe("the environment", () => {
  test("defaults", async () => {
    const seen: ToolEnvironment[] = [];
    const registry = registryOf((_args, environment) => {
      seen.push(environment);
      environment.reportProgress({ progress: 1 });
      return { content: null };
    });
    await registry.dispatch({ id: "c1", name: "t" });
    await registry.dispatch({ name: "t" });
    expect(seen[0]).toMatchObject({ sessionId: "", callId: "c1" });
    expect(seen[0]!.signal.aborted).toBe(false);
    expect(seen[0]!.turnId).toMatch(/^[0-9a-f-]{36}$/);
    expect(seen[1]!.turnId).not.toBe(seen[0]!.turnId);
    expect(seen[1]).not.toHaveProperty("callId");
  });

  test("is what the host gives", async () => {
    const progress: unknown[] = [];
    const registry = registryOf((_args, { signal, reportProgress, ...rest }) => {
      reportProgress({ progress: 1, total: 2, message: "half" });
      return { content: { ...rest, aborted: signal.aborted } };
    });
    const result = await registry.dispatch(
      { id: "ignored", name: "t" },
      { sessionId: "s", turnId: "u", callId: "c", reportProgress: (report) => void progress.push(report) },
    );
    expect(result.content).toEqual({ sessionId: "s", turnId: "u", callId: "c", aborted: false });
    expect(progress).toEqual([{ progress: 1, total: 2, message: "half" }]);
  });

  test("progress neither fails a call nor outlives it", async () => {
    let report: ToolEnvironment["reportProgress"] | undefined;
    let reports = 0;
    const registry = registryOf((_args, environment) => {
      report = environment.reportProgress;
      report({ progress: 1 });
      return { content: null };
    });
    const reportProgress = () => {
      reports++;
      throw new Error("the display is broken");
    };
    await registry.dispatch({ name: "t" }, { reportProgress });
    report!({ progress: 2 });
    expect(reports).toBe(1);
    // An unhandled rejection would fail this file.
    const rejects: () => unknown = () => Promise.reject(new Error("the socket closed"));
    await registry.dispatch({ name: "t" }, { reportProgress: rejects });
  });
});

describe("failures", () => {
  test("the handler's own Error is passed on", async () => {
    class NotFound extends Error {}
    for (const error of [new Error("no"), new NotFound("no"), new ToolError("TOOL_DENIED", "no")]) {
      expect(await failure(registryOf(() => Promise.reject(error)).dispatch({ name: "t" }))).toBe(error);
      const throws = registryOf(() => {
        throw error;
      });
      expect(await failure(throws.dispatch({ name: "t" }))).toBe(error);
    }
  });

  const unreadable = new Proxy(new Error("x"), {
    getPrototypeOf: () => {
      throw new Error("trap");
    },
  });
  test.each<[unknown, string]>([
    [new TypeError("x is undefined"), "TypeError: x is undefined"],
    [new RangeError("r"), "RangeError: r"],
    [new SyntaxError("s"), "SyntaxError: s"],
    [new AggregateError([], "a"), "AggregateError: a"],
    ["text", '"text"'],
    ["\ud800", '"\ufffd"'],
    [undefined, "undefined"],
    [null, "null"],
    [5n, "5"],
    [Symbol("s"), "Symbol(s)"],
    [{ message: "m" }, "an object"],
    [[1], "an array"],
    [unreadable, "an object that cannot be read"],
  ])("throwing %s is a panic", async (thrown, shown) => {
    const registry = registryOf(() => {
      throw thrown;
    });
    const error = await failure(registry.dispatch({ name: "t" }));
    expect(error).toMatchObject({ code: "TOOL_PANICKED", tool: "t" });
    expect(error.message).toBe(`t failed because of a bug in it: it threw ${shown}`);
    expect(error.cause === thrown).toBe(true);
  });

  test.each<[unknown, string]>([
    [undefined, "undefined instead of a result object"],
    [null, "null instead of a result object"],
    ["text", '"text" instead of a result object'],
    [[], "an array instead of a result object"],
    [{ content: 1, display: 5 }, "a display that is no string"],
    [{ content: 1, attachments: {} }, "attachments that are no list of { mediaType, data }"],
    [{ content: 1, attachments: [null] }, "attachments that are no list of { mediaType, data }"],
    [
      { content: 1, attachments: [{ mediaType: "image/png", data: "abc" }] },
      "attachments that are no list of { mediaType, data }",
    ],
  ])("returning %j is a panic", async (returned, problem) => {
    const error = await failure(registryOf(() => returned as ToolResult).dispatch({ name: "t" }));
    expect(error).toMatchObject({
      code: "TOOL_PANICKED",
      message: `t failed because of a bug in it: it returned ${problem}`,
    });
  });

  test("an error about arguments that names no tool gets the name that the tool was called by", async () => {
    const unnamed = new ToolError("TOOL_INVALID_ARGUMENTS", 'argument "n" is past the end');
    const named = new ToolError("TOOL_INVALID_ARGUMENTS", "invalid arguments for inner: no", { tool: "inner" });
    const registry = createToolRegistry();
    for (const [name, error] of Object.entries({ unnamed, renamed: unnamed, outer: named })) {
      registry.register({ name, description: "", parameters: {} }, () => Promise.reject(error));
    }
    for (const tool of ["unnamed", "renamed"]) {
      expect(await failure(registry.dispatch({ name: tool }))).toMatchObject({
        code: "TOOL_INVALID_ARGUMENTS",
        message: `invalid arguments for ${tool}: argument "n" is past the end`,
        tool,
        cause: unnamed,
      });
    }
    expect(await failure(registry.dispatch({ name: "outer" }))).toBe(named);
  });

  test.each([{}, "now", 5, { addEventListener: () => undefined }])(
    "a signal of %j is one of the host's",
    async (signal) => {
      let ran = false;
      const registry = registryOf(() => {
        ran = true;
        return { content: null };
      });
      expect(await failure(registry.dispatch({ name: "t" }, { signal: signal as never }))).toMatchObject({
        code: "TOOL_PANICKED",
        message: "t was not called: its environment's signal is no AbortSignal",
      });
      expect(ran).toBe(false);
    },
  );

  test("a result is passed on as it is", async () => {
    const result = {
      content: undefined,
      display: "d",
      attachments: [{ mediaType: "image/png", data: Buffer.from([1]) }],
    };
    expect(await registryOf(() => result).dispatch({ name: "t" })).toBe(result);
    expect(await registryOf(() => ({}) as ToolResult).dispatch({ name: "t" })).toEqual({});
  });
});

describe("aborts", () => {
  const never: Handler = () => new Promise(() => undefined);

  test("end the wait at once, whether or not the handler listens", async () => {
    const controller = new AbortController();
    const reason = new Error("user went away");
    const call = registryOf(() => {
      controller.abort(reason);
      return new Promise(() => undefined);
    }).dispatch({ name: "t" }, { signal: controller.signal });
    expect(await failure(call)).toMatchObject({
      code: "TOOL_ABORTED",
      tool: "t",
      message: "t was aborted; it may still take effect",
      cause: reason,
    });
  });

  test("win over the error of a handler that listens, and its late rejection is swallowed", async () => {
    const controller = new AbortController();
    let aborted: unknown;
    const call = registryOf(
      (_args, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            aborted = signal.reason;
            reject(new Error("stopped"));
          });
          controller.abort("why");
        }),
    ).dispatch({ name: "t" }, { signal: controller.signal });
    expect(await failure(call)).toMatchObject({ code: "TOOL_ABORTED" });
    expect(aborted).toBe("why");
  });

  test("before the start keep the handler from running", async () => {
    let ran = false;
    const registry = registryOf(() => {
      ran = true;
      return { content: null };
    });
    const error = await failure(registry.dispatch({ name: "t" }, { signal: AbortSignal.abort() }));
    expect(error).toMatchObject({
      code: "TOOL_ABORTED",
      message: "t was aborted; it had not started and has no effect",
    });
    expect(ran).toBe(false);
  });

  test("come with callTimeoutMs too, and the handler hears of them", async () => {
    let signal: AbortSignal | undefined;
    const registry = registryOf(
      (_args, environment) => {
        signal = environment.signal;
        return new Promise(() => undefined);
      },
      { callTimeoutMs: 5 },
    );
    // The timer of a call does not keep the process alive; here something else must.
    const alive = setInterval(() => undefined, 1_000);
    const error = await failure(registry.dispatch({ name: "t" }));
    clearInterval(alive);
    expect(error).toMatchObject({
      code: "TOOL_ABORTED",
      message: "t took longer than 5 ms and was given up; it may still take effect",
    });
    expect(signal!.reason).toMatchObject({ name: "TimeoutError" });
  });

  test("leave no listener behind", async () => {
    const { signal } = new AbortController();
    const registry = createToolRegistry();
    registry.register({ name: "ok", description: "", parameters: {} }, () => ({ content: null }));
    registry.register({ name: "bad", description: "", parameters: schema.object({ a: schema.string("a") }) }, () => ({
      content: null,
    }));
    for (let count = 0; count < 20; count++) {
      await registry.run({ name: "ok" }, { signal });
      await registry.run({ name: "bad" }, { signal });
      await registry.run({ name: "none" }, { signal });
    }
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  test("no interceptor lets a call through afterwards", async () => {
    const controller = new AbortController();
    let approve: () => void = () => undefined;
    let ran = false;
    let refused: unknown;
    const intercept: ToolInterceptor[] = [
      async (_call, _environment, next) => {
        await new Promise<void>((resolve) => {
          approve = resolve;
          controller.abort();
        });
        return next().catch((error: unknown) => {
          refused = error;
          throw error;
        });
      },
    ];
    const registry = registryOf(
      () => {
        ran = true;
        return { content: null };
      },
      { intercept },
    );
    const error = await failure(registry.dispatch({ name: "t" }, { signal: controller.signal }));
    expect(error).toMatchObject({
      code: "TOOL_ABORTED",
      message: "t was aborted; it had not started and has no effect",
    });
    approve();
    await new Promise((resolve) => setImmediate(resolve));
    expect(refused).toMatchObject({ code: "TOOL_ABORTED" });
    expect(ran).toBe(false);
  });

  test("a handler that never ends does not hold up others", async () => {
    const registry = registryOf(never);
    registry.register({ name: "quick", description: "", parameters: {} }, () => ({ content: 1 }));
    void registry.dispatch({ name: "t" });
    await expect(registry.dispatch({ name: "quick" })).resolves.toEqual({ content: 1 });
  });
});

describe("interceptors", () => {
  const parameters = schema.object({ n: schema.integer("n"), note: schema.optional(schema.string("note")) });
  function setUp(...intercept: ToolInterceptor[]) {
    const registry = createToolRegistry({ intercept });
    const seen: unknown[] = [];
    registry.register({ name: "t", description: "", parameters }, (args) => {
      seen.push(args);
      return { content: args.n };
    });
    return { registry, seen };
  }
  const call = { id: "c", name: "t", arguments: '{"n":1,"note":null}' };

  test("run outermost first, on final and frozen arguments", async () => {
    const order: string[] = [];
    const named =
      (name: string): ToolInterceptor =>
      async (seen, environment, next) => {
        order.push(`${name} in`);
        expect(seen).toEqual({ id: "c", name: "t", arguments: { n: 1 } });
        expect(Object.isFrozen(seen) && Object.isFrozen(seen.arguments)).toBe(true);
        expect(environment.callId).toBe("c");
        const result = await next();
        order.push(`${name} out`);
        return { ...result, content: [name, result.content] };
      };
    const { registry } = setUp(named("outer"), named("inner"));
    expect(await registry.dispatch(call)).toEqual({ content: ["outer", ["inner", 1]] });
    expect(order).toEqual(["outer in", "inner in", "inner out", "outer out"]);
  });

  test("never see refused calls", async () => {
    let calls = 0;
    const { registry } = setUp((_call, _environment, next) => {
      calls++;
      return next();
    });
    await failure(registry.dispatch({ name: "none" }));
    await failure(registry.dispatch({ name: "t", arguments: { n: "x" } }));
    await failure(registry.dispatch({ name: "t", arguments: "null" }));
    expect(calls).toBe(0);
  });

  test("may pass on other arguments, which are checked again", async () => {
    const pass =
      (args: object): ToolInterceptor =>
      (seen, _environment, next) =>
        next({ ...seen, arguments: args });
    const good = setUp(pass({ n: 2, note: null }), (seen, _environment, next) => {
      expect(seen).toEqual({ id: "c", name: "t", arguments: { n: 2 } });
      expect(Object.isFrozen(seen.arguments)).toBe(true);
      return next(seen);
    });
    expect(await good.registry.dispatch(call)).toEqual({ content: 2 });
    const bad = setUp(pass({ n: "2" }));
    expect(await failure(bad.registry.dispatch(call))).toMatchObject({
      code: "TOOL_INVALID_ARGUMENTS",
      message: 'invalid arguments for t: argument "n" must be an integer, got string',
    });
    expect(bad.seen).toEqual([]);
    const renamed = setUp((seen, _environment, next) => next({ ...seen, name: "none" }));
    expect(await failure(renamed.registry.dispatch(call))).toMatchObject({ code: "TOOL_UNKNOWN" });
  });

  test("deny by throwing", async () => {
    const denial = new ToolError("TOOL_DENIED", "the user said no");
    const { registry, seen } = setUp(() => {
      throw denial;
    });
    expect(await failure(registry.dispatch(call))).toBe(denial);
    expect(seen).toEqual([]);
  });

  test("may answer themselves, try again, and see failures", async () => {
    expect(await setUp(() => ({ content: "cached" })).registry.dispatch(call)).toEqual({ content: "cached" });
    const again = setUp(async (_seen, _environment, next) => {
      await next();
      return next();
    });
    await again.registry.dispatch(call);
    expect(again.seen).toHaveLength(2);
    const seen: unknown[] = [];
    const registry = registryOf(
      () => {
        throw new TypeError("bug");
      },
      {
        intercept: [
          async (_call, _environment, next) => {
            try {
              return await next();
            } catch (error) {
              seen.push(error);
              throw error;
            }
          },
        ],
      },
    );
    expect(await failure(registry.dispatch({ name: "t" }))).toBe(seen[0]);
    expect(seen[0]).toMatchObject({ code: "TOOL_PANICKED" });
  });

  test("panic like handlers do, and what they drop is no unhandled rejection", async () => {
    const throws = setUp(() => {
      throw new TypeError("bug");
    });
    expect(await failure(throws.registry.dispatch(call))).toMatchObject({
      code: "TOOL_PANICKED",
      tool: "t",
      message: "t failed because of a bug in an interceptor: it threw TypeError: bug",
    });
    const empty = setUp((seen, _environment, next) => {
      void next({ ...seen, arguments: { n: "x" } });
      return undefined as never;
    });
    expect(await failure(empty.registry.dispatch(call))).toMatchObject({
      code: "TOOL_PANICKED",
      message: "t failed because of a bug in an interceptor: it returned undefined instead of a result object",
    });
  });

  test("a list that is changed later changes nothing", async () => {
    const intercept: ToolInterceptor[] = [];
    const registry = registryOf(() => ({ content: 1 }), { intercept });
    intercept.push(() => ({ content: 2 }));
    expect(await registry.dispatch({ name: "t" })).toEqual({ content: 1 });
  });
});

describe("check", () => {
  const parameters = schema.object({ n: schema.integer("n"), note: schema.optional(schema.string("note")) });

  test("gives the call as interceptors see it, and runs nothing", async () => {
    const seen: unknown[] = [];
    const registry = createToolRegistry({
      repairArguments: true,
      intercept: [(call) => ({ content: seen.push(call) })],
    });
    registry.register({ name: "t", description: "", parameters }, () => ({ content: null }));
    const call = { id: "c", name: "t", arguments: '{"n":"1","note":null}' };
    const checked = await registry.check(call);
    expect(seen).toEqual([]);
    expect(checked).toEqual({ id: "c", name: "t", arguments: { n: 1 } });
    expect(Object.isFrozen(checked.arguments)).toBe(true);
    await registry.dispatch(call);
    expect(seen).toEqual([checked]);
  });

  test("refuses as dispatch does", async () => {
    const registry = createToolRegistry();
    registry.register({ name: "t", description: "", parameters }, () => ({ content: null }));
    const encodedTwice = JSON.stringify('{"n":1}');
    for (const call of [{ name: "none" }, { name: "t" }, { name: "t", arguments: encodedTwice }, null as never]) {
      const refused = await failure(registry.check(call));
      expect(refused).toEqual(await failure(registry.dispatch(call)));
      expect(ToolError.is(refused)).toBe(true);
    }
  });
});
