import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { keepAssets } from "#scripts/keptAssets.ts";

const folder = mkdtempSync(join(tmpdir(), "gatehouse-built-"));

describe("the files of the build before", () => {
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const build = (name: string, files: readonly string[], before?: string): string => {
    const built = join(folder, name);
    mkdirSync(join(built, "assets"), { recursive: true });
    for (const file of files) writeFileSync(join(built, "assets", file), name);
    keepAssets(before ?? join(folder, "none"), built);
    return built;
  };
  const served = (built: string) => readdirSync(join(built, "assets")).sort();

  it("are served beside the new ones, those of one build and no more", () => {
    const first = build("first", ["same.js", "one.js"]);
    const second = build("second", ["same.js", "two.js"], first);
    expect(served(second)).toEqual(["one.js", "same.js", "two.js"]);
    const third = build("third", ["same.js", "three.js"], second);
    expect(served(third)).toEqual(["same.js", "three.js", "two.js"]);
    expect(served(build("again", ["same.js", "three.js"], third))).toEqual(["same.js", "three.js", "two.js"]);
  });
});
