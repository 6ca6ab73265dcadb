import { relative } from "node:path";
import { defineConfig, mergeConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import base from "../../vitest.config.ts";
import { findGuards, telling } from "./find.ts";

const guards = findGuards("server");
const { GUARD = "", GUARD_TESTS = "" } = process.env;
const guard = GUARD === "" ? undefined : guards[Number(GUARD)];
const order = GUARD_TESTS.split(" ");
const rank = ({ moduleId }: TestSpecification): number => order.indexOf(relative(process.cwd(), moduleId));

class AsNamed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.sort((one, other) => rank(one) - rank(other));
  }
}

const isChanged = (file: string): boolean => (guard ? file === guard.file : guards.some((each) => each.file === file));

const changed = (file: string, code: string): string | undefined => {
  if (GUARD === "") return guards.some((each) => each.file === file) ? telling(guards, file, code) : undefined;
  if (!guard) throw new Error(`there is no guard ${GUARD}`);
  return file === guard.file ? code.slice(0, guard.start) + guard.instead + code.slice(guard.end) : undefined;
};

/** The suite with one guard (its number in GUARD) taken out of the server's source as it is loaded; without a number, one that notes which test file asks which guard. */
export default mergeConfig(
  base,
  defineConfig({
    test: {
      ...(guard ? { bail: 1, maxWorkers: 1, sequence: { sequencer: AsNamed } } : { setupFiles: ["scripts/guards/asked.ts"] }),
    },
    plugins: [
      {
        name: "guards",
        enforce: "pre",
        configureVitest: ({ defineCacheKeyGenerator }) =>
          // What is changed here is another file each time.
          defineCacheKeyGenerator(({ id }) => (isChanged(relative(process.cwd(), id.split("?")[0] ?? "")) ? false : undefined)),
        transform: (code: string, id: string) => changed(relative(process.cwd(), id.split("?")[0] ?? ""), code),
      },
    ],
  }),
);
