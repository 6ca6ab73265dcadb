// Node 20 does not hand the TypeScript loader of --import on to worker threads, so every worker registers it for itself.
import { workerData } from "node:worker_threads";
import { register } from "tsx/esm/api";

register();
await import(workerData.script);
