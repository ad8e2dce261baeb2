export { createVfsTools } from "./create-vfs-tools.js";
export { registerVfsTools } from "./register-vfs-tools.js";
export { vfsToolNames } from "./vfs-tool-names.js";
export type { VfsToolsOptions } from "./vfs-tools-options.js";
