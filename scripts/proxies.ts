import { spawnSync } from "node:child_process";
import { installPackages } from "./debian.ts";

const programs = ["nginx", "haproxy", "openssl"];
const missing = (): string[] => programs.filter((program) => spawnSync("which", [program]).status !== 0);

/** Installs what the examples of deploy/ are tried with where Debian's packages can be had; answers what is missing all the same. */
export const ensureProxies = (): string[] => {
  if (missing().length > 0) installPackages("nginx and HAProxy", ["nginx", "libnginx-mod-stream", "haproxy", "openssl"]);
  return missing();
};
