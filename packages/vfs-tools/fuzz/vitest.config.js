import root from "../../../vitest.config.ts";

// The long run of test/fuzz.test.ts: from the root, `npx vitest run --config packages/vfs-tools/fuzz/vitest.config.js`.
// FUZZ_CALLS and FUZZ_SEED change how many calls are made and which.
export default {
  ...root,
  test: {
    ...root.test,
    include: ["packages/vfs-tools/test/fuzz.test.ts"],
    env: { FUZZ_CALLS: process.env.FUZZ_CALLS ?? "100000" },
    execArgv: ["--expose-gc"],
    disableConsoleIntercept: true,
  },
};
