export { registerPlanTool } from "./register-plan-tool.js";
