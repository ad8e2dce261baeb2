export { createMemoryStorage, type MemoryStorageOptions } from "./create-memory-storage.js";
