import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { demoConfig } from "#demo/demoConfig.ts";

const home = process.cwd();
let folder = "";

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "demo-")));
  process.chdir(folder);
});
afterEach(() => {
  process.chdir(home);
  rmSync(folder, { recursive: true, force: true });
});

const placesOf = (env: Record<string, string> = {}) => {
  const { dataDir, logHead } = demoConfig(env);
  return [dataDir, logHead.head, logHead.key].map((path) => path.slice(folder.length + 1));
};

it("keeps the demonstration's log apart from the server's, as its data", () => {
  expect(placesOf()).toEqual(["data/demo", "data/demo/log-head.json", "data/demo/log-key.pem"]);
});

it("keeps all of it in the folder that is named, by the environment or by a file", () => {
  expect(placesOf({ DATA_DIR: "./mine" })).toEqual(["mine", "mine/log-head.json", "mine/log-key.pem"]);
  writeFileSync(".env", "DATA_DIR=./filed\n");
  expect(placesOf()).toEqual(["filed", "filed/log-head.json", "filed/log-key.pem"]);
});

it("leaves head and key where they are named", () => {
  expect(placesOf({ LOG_HEAD_FILE: "./h.json", LOG_KEY_FILE: "./k.pem" })).toEqual(["data/demo", "h.json", "k.pem"]);
});

it("goes on with a demonstration of before, whose key stands beside its folder", () => {
  mkdirSync("data/demo", { recursive: true });
  writeFileSync("data/demo/app.db", "");
  expect(placesOf()).toEqual(["data/demo", "data/log-head.json", "data/log-key.pem"]);
  writeFileSync("data/demo/log-key.pem", "");
  expect(placesOf()).toEqual(["data/demo", "data/demo/log-head.json", "data/demo/log-key.pem"]);
});
