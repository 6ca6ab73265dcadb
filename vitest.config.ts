import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that run for a minute and more: begun first, so that no core waits for the other at the end. */
const long = [
  "journeys/shell.test",
  "kill/kill.test",
  "upgrade/killedUpgrade.test",
  "sample.browser.test",
  "journeys/people.test",
  "journeys/login.test",
  "table.browser.test",
];
const rank = ({ moduleId }: TestSpecification): number => {
  const place = long.findIndex((part) => moduleId.includes(part));
  return place < 0 ? long.length : place;
};

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}

const inBrowser = ["tests/journeys/**/*.test.{ts,tsx}", "tests/**/*.browser.test.{ts,tsx}"];

export default defineConfig({
  test: {
    environment: "node",
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    pool: "forks",
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    setupFiles: ["tests/setup.ts"],
    projects: [
      {
        extends: true,
        // A browser on a loaded machine can miss a beat; scripts/test.mjs names every test that needed its second try.
        test: { name: "browser", include: inBrowser, retry: 1 },
      },
      {
        extends: true,
        test: { name: "node", include: ["tests/**/*.test.{ts,tsx}"], exclude: [...inBrowser, "**/node_modules/**"], retry: 0 },
      },
    ],
  },
});
