import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/**/*.test.{ts,tsx}"],
    environment: "node",
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A browser on a loaded machine can miss a beat; scripts/test.mjs names every test that needed its second try.
    retry: 1,
    pool: "forks",
    maxWorkers: 2,
    setupFiles: ["tests/setup.ts"],
  },
});
