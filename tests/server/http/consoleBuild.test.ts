import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { followBuild } from "#server/http/consoleBuild.ts";

const folder = mkdtempSync(join(tmpdir(), "gatehouse-build-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const lay = (name: string) =>
  writeFileSync(join(folder, "index.html"), `<script type="module" crossorigin src="/assets/${name}.js"></script>`);

it("knows a build that is laid down beside a running server, within some seconds, and none where there is none", () => {
  let now = 1_000_000;
  const build = followBuild(folder, () => now);
  expect(build()).toBeUndefined();
  lay("index-one");
  now += 5_001;
  expect(build()).toBe("/assets/index-one.js");
  lay("index-two");
  expect(build()).toBe("/assets/index-one.js");
  now += 5_001;
  expect(build()).toBe("/assets/index-two.js");
  lay("index-three");
  now -= 3_600_000;
  expect(build()).toBe("/assets/index-three.js");
});
