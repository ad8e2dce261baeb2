import { contentTypeForPath } from "@x/vfs";
import { expect, test } from "vitest";

test.each([
  ["notes/a.md", "text/markdown"],
  ["a.txt", "text/plain"],
  ["A.TXT", "text/plain"],
  ["a.json", "application/json"],
  ["a.html", "text/html"],
  ["a.css", "text/css"],
  ["a.csv", "text/csv"],
  ["a.yaml", "text/yaml"],
  ["a.png", "image/png"],
  ["a.jpeg", "image/jpeg"],
  ["a.pdf", "application/pdf"],
  ["src/a.js", "text/javascript"],
  ["src/a.ts", "text/typescript"],
  ["src/a.d.mts", "text/typescript"],
  ["src/a.tsx", "text/tsx"],
  ["a.py", "text/x-python"],
  ["a.rs", "text/x-rust"],
  ["go.mod", "text/plain"],
  ["Makefile", "text/plain"],
  ["docker/Dockerfile", "text/plain"],
  ["README", "text/plain"],
  [".gitignore", "text/plain"],
  [".env", "text/plain"],
  ["a.unknown-extension", "application/octet-stream"],
  ["a", "application/octet-stream"],
  ["a.", "application/octet-stream"],
  ["a.md/b", "application/octet-stream"],
  ["", "application/octet-stream"],
  ["a.__proto__", "application/octet-stream"],
  ["a.constructor", "application/octet-stream"],
  ["a.toString", "application/octet-stream"],
])("%s is %s", (path, contentType) => {
  expect(contentTypeForPath(path)).toBe(contentType);
});
