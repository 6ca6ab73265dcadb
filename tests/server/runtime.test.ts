import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const run = promisify(execFile);

const fetched = async (major: number): Promise<string> => {
  const source = `import("./scripts/runtime.mjs").then(({ fetchNode }) => console.log(fetchNode(${major}) ?? ""))`;
  return (await run(process.execPath, ["--eval", source])).stdout.trim();
};

it.each([24, 26])(
  "starts on Node %i, outlives the collection of its statements and ends its workers",
  async (major) => {
    const { stdout } = await run(await fetched(major), ["--expose-gc", "tests/server/runtimeProbe.ts"]);
    expect(stdout).toBe(`${major} ended in order\n`);
  },
  240_000 + Number(process.env.STATEMENTS ?? 0),
);
