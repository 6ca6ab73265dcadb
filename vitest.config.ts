import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that run for a minute and more: begun first, so that no core waits for the other at the end. */
const long = [
  "journeys/layout.test",
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

/** Tests of the server that are not run once more with records on PostgreSQL, and why. */
const withoutPostgres = [
  // About what the embedded database does, and its file.
  "tests/server/{backup,kill,sqlite,upgrade}/**",
  // About readings, which are in a file of their own whatever has the records.
  "tests/server/{readings,telemetry}/**",
  // About processes, signals, clocks and disks.
  "tests/server/{operating,start}/**",
  // Measures how long others wait for a flood of the wire, which is the same with either engine.
  "tests/server/wire/mqtt/flood.test.ts",
  // Ask no database: the same once more would tell nothing.
  "tests/server/{kit,sheets}/**",
  "tests/server/auth/{captchaPicture,loginLimits,pageTokens,phoneCodes}.test.ts",
  "tests/server/history/{gaps,historyCells}.test.ts",
  "tests/server/http/{consoleBuild,inFlight,limitCalls,unreadAnswers,uploadOfNobody}.test.ts",
  "tests/server/{runtime,stopping,tableFile}.test.ts",
  "tests/server/wire/{commandReplies,decode,gatheredLines,loginLimit}.test.ts",
  "tests/server/wire/mqtt/{broker,brokerSessions,frameReader,spoiled,waitingMessages,webSocketFrames}.test.ts",
  "tests/server/wire/modbus/{frames,pollPlan,registers}.test.ts",
  "tests/server/wire/protocols/**",
  "tests/server/wire/push/{pushSide,stoppedCommands}.test.ts",
];

/** One process takes one file after the other: each would otherwise load the whole server anew, which is a third of its time. */
const together = "tests/{contract,demo,machines,scripts,server,store}/**/*.test.ts";
/** What puts something else in a module's place has a process of its own. */
const apart = ["tests/server/auth/loginCounts.test.ts"];

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
        test: {
          name: "browser",
          include: inBrowser,
          retry: 1,
          globalSetup: ["tests/embedded.ts"],
          setupFiles: ["tests/onEmbedded.ts"],
        },
      },
      {
        extends: true,
        // The same server with its records on PostgreSQL.
        test: {
          name: "postgres",
          include: ["tests/server/**/*.test.ts"],
          exclude: [...withoutPostgres, ...apart, "**/node_modules/**"],
          isolate: false,
          retry: 0,
          globalSetup: ["tests/postgres.ts"],
          setupFiles: ["tests/onPostgres.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "server",
          include: [together],
          exclude: [...inBrowser, ...apart, "tests/server/postgres/**", "**/node_modules/**"],
          isolate: false,
          retry: 0,
          globalSetup: ["tests/embedded.ts"],
          setupFiles: ["tests/onEmbedded.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "node",
          include: ["tests/*.test.ts", "tests/src/**/*.test.{ts,tsx}", ...apart],
          exclude: [...inBrowser, "**/node_modules/**"],
          retry: 0,
          globalSetup: ["tests/embedded.ts"],
          setupFiles: ["tests/onEmbedded.ts"],
        },
      },
    ],
  },
});
