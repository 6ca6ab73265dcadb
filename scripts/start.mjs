import { spawn } from "node:child_process";
import { build } from "./build.mjs";

await build();
const demo = process.argv.includes("--demo");
const entry = demo ? "demo/main.ts" : "server/main.ts";
const child = spawn(process.execPath, [entry], { stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
