import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Runs a command of the operator's for a data folder; answers what it printed, or rejects with what it said went wrong. */
export const adminCommandWith =
  (variables: Readonly<Record<string, string>>) =>
  async (dataDir: string, ...words: string[]): Promise<string> => {
    try {
      const env = { ...process.env, DATA_DIR: dataDir, ...variables };
      const { stdout } = await run(process.execPath, ["scripts/admin.ts", ...words], { env });
      return stdout.trim();
    } catch (fault) {
      throw fault instanceof Error && "stderr" in fault ? new Error(String(fault.stderr).trim()) : fault;
    }
  };

export const adminCommand = adminCommandWith({});
