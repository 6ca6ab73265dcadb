import { defineConfig } from "vitest/config";

const { MUTANTS_TESTS = "", MUTANTS_PATIENCE = "30000" } = process.env;

/** The tests of one part, in one process: a browser notices nothing here that they do not. */
export default defineConfig({
  test: {
    include: MUTANTS_TESTS.split(" "),
    exclude: ["**/*.browser.test.ts", "**/node_modules/**"],
    testTimeout: Number(MUTANTS_PATIENCE),
    hookTimeout: 60_000,
    setupFiles: ["tests/setup.ts"],
  },
});
