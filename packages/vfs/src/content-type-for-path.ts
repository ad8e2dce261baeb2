import mime from "mime";

const unknown = "application/octet-stream";

/** Where the registry's answer would mislead: it knows extensions from before the languages that use them today. */
const corrections = {
  ts: "text/typescript",
  mts: "text/typescript",
  cts: "text/typescript",
  tsx: "text/tsx",
  jsx: "text/jsx",
  mjs: "text/javascript",
  cjs: "text/javascript",
  py: "text/x-python",
  rb: "text/x-ruby",
  rs: "text/x-rust",
  go: "text/x-go",
  sh: "text/x-shellscript",
  bash: "text/x-shellscript",
  zsh: "text/x-shellscript",
  kt: "text/x-kotlin",
  swift: "text/x-swift",
  php: "text/x-php",
  sql: "text/x-sql",
  toml: "application/toml",
  vue: "text/x-vue",
  svelte: "text/x-svelte",
  mod: "text/plain",
  sum: "text/plain",
  lock: "text/plain",
  env: "text/plain",
  cfg: "text/plain",
};

/**
 * Types by extension. The registry's own answers are kept, since it takes long to find them; they are no more than it
 * has extensions.
 */
const known = new Map<string, string>(Object.entries(corrections));

/** Files that are text by their name alone, compared without case. */
const textNames: ReadonlySet<string> = new Set([
  "makefile",
  "gnumakefile",
  "dockerfile",
  "containerfile",
  "jenkinsfile",
  "vagrantfile",
  "procfile",
  "gemfile",
  "rakefile",
  "brewfile",
  "justfile",
  "license",
  "licence",
  "copying",
  "notice",
  "authors",
  "contributors",
  "changelog",
  "changes",
  "readme",
  "todo",
  "codeowners",
  ".gitignore",
  ".gitattributes",
  ".gitmodules",
  ".dockerignore",
  ".npmignore",
  ".npmrc",
  ".nvmrc",
  ".editorconfig",
  ".env",
  ".prettierrc",
  ".eslintrc",
  ".babelrc",
  ".bashrc",
  ".profile",
]);

/**
 * The content type that a path's extension stands for (from the MIME database, with corrections for source code), in
 * any case; `text/plain` for names like `Makefile`; `application/octet-stream` for an unknown extension or none.
 */
export function contentTypeForPath(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  if (textNames.has(name)) return "text/plain";
  const dot = name.lastIndexOf(".");
  if (dot === -1) return unknown;
  const extension = name.slice(dot + 1);
  const type = known.get(extension) ?? mime.getType(extension);
  if (type === null) return unknown;
  known.set(extension, type);
  return type;
}
