import { parentPort } from "node:worker_threads";
import { type DiskJob, runDiskJob } from "./disk-job.js";

// One of the threads that help where much is listed or read: jobs come one by one, and each is answered in turn.
parentPort?.on("message", (job: DiskJob) => {
  const reply = runDiskJob(job);
  parentPort?.postMessage(reply, reply.kind === "read" ? [reply.window] : []);
});
