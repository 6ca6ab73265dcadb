import { defineConfig } from "vitest/config";

const { MUTANTS_TESTS = "" } = process.env;

/** The tests of one part, in one process: a browser notices nothing here that they do not. */
export default defineConfig({
  test: {
    include: MUTANTS_TESTS.split(" "),
    exclude: ["**/*.browser.test.ts", "**/node_modules/**"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    setupFiles: ["tests/setup.ts"],
  },
});
