export { defineTool, type Tool as VfsTool } from "@x/tools";
