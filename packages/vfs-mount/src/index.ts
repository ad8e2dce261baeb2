export { createMountStorage } from "./create-mount-storage.js";
