/** Every tool that can be registered, in the order of registration: for hosts that guard the names. */
export const vfsToolNames: readonly string[] = Object.freeze([
  "read_file",
  "list_files",
  "write_file",
  "delete_file",
  "grep",
  "glob",
  "edit_file",
  "multi_edit",
  "move_file",
  "search",
]);
