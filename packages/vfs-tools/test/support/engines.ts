import { loadRe2, loadRe2js, type RegexEngine } from "../../src/regex-engine.js";

/** Both engines: whatever a test says holds for each. */
export const engines: readonly RegexEngine[] = [await loadRe2(), await loadRe2js()];
