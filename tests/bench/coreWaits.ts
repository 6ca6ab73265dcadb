import { existsSync, readFileSync } from "node:fs";

const file = (pid: number): string => `/proc/${pid}/task/${pid}/schedstat`;

/**
 * Milliseconds that the main threads of the processes have stood ready in all and waited for a core, which is what other work on the
 * machine costs them. Undefined where the system does not say.
 */
export const coreWaits = (pids: readonly number[]): (() => number) | undefined => {
  if (!pids.every((pid) => existsSync(file(pid)))) return undefined;
  return () => pids.reduce((sum, pid) => sum + Number(readFileSync(file(pid), "utf8").split(" ")[1]) / 1e6, 0);
};
