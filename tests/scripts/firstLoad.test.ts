import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type FirstLoads, firstLoads, judgeFirstLoads } from "#scripts/console/firstLoad.ts";
import { cutStyles, drawnAllTheSame } from "#scripts/console/leanStyles.ts";
import { importsOf } from "#scripts/console/staticImports.ts";

describe("what a first visit takes", () => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-load-"));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const built = (scriptBytes: number): FirstLoads => {
    mkdirSync(join(folder, "assets"), { recursive: true });
    writeFileSync(join(folder, "assets", "entry.js"), "x".repeat(100_000));
    writeFileSync(join(folder, "assets", "entry.js.br"), "x".repeat(scriptBytes));
    writeFileSync(join(folder, "assets", "small.css"), "x".repeat(500));
    const files = { logIn: ["assets/entry.js"], deviceList: ["assets/entry.js", "assets/small.css"] };
    writeFileSync(join(folder, ".firstLoad"), JSON.stringify(files));
    return firstLoads(folder);
  };

  it("is counted as it is sent: compressed where there is something to compress", () => {
    expect(built(20_000)).toEqual({ logIn: { bytes: 20_000, files: 1 }, deviceList: { bytes: 20_500, files: 2 } });
  });

  it("may grow by 5 % of what is kept and no more, in bytes as in files, on either page", () => {
    const kept = built(20_000);
    const grown = (now: FirstLoads) => judgeFirstLoads(now, kept).grown;
    expect([grown(kept), grown(built(15_000)), grown(built(21_000)), grown(built(21_001))]).toEqual([false, false, false, true]);
    expect(grown({ ...kept, deviceList: { bytes: 21_600, files: 2 } })).toBe(true);
    expect(grown({ ...kept, deviceList: { bytes: 20_500, files: 3 } })).toBe(true);
  });

  it("is told of both pages, and which of them has grown", () => {
    const kept = built(20_000);
    expect(judgeFirstLoads({ ...kept, deviceList: { bytes: 30_000, files: 2 } }, kept).lines).toEqual([
      "First load of the log-in page: 20.0 kB in 1 files (kept: 20.0 kB in 1)",
      "First load of the device list: 30.0 kB in 2 files (kept: 20.5 kB in 2): grown by more than 5 %",
    ]);
  });
});

describe("Blueprint's style sheet", () => {
  it("loses the rules of what is not drawn, wherever they stand, and keeps every other", () => {
    const css = `@charset "utf-8";
      /* a note { */
      .bp6-button, .bp6-slider .bp6-button, .bp6-tree-node{ color:red }
      .bp6-slider-handle{ color:red }
      .bp6-treetop:not(.bp6-slider){ content:"}" }
      @media print{ .bp6-slider{ color:red } }
      @media (forced-colors: active){ .bp6-dark .bp6-button:is(:hover, .bp6-active){ color:red } .bp6-navbar{ top:0 } }
      @keyframes spin{ from{ top:0 } to{ top:1px } }
      .bp6-icon-add::before{ content:"x" }
      .bp6-icon-standard{ width:16px }`;
    expect(cutStyles(css).replace(/\s+/g, " ")).toBe(
      '@charset "utf-8";.bp6-button{ color:red }.bp6-treetop:not(.bp6-slider){ content:"}" }' +
        "@media (forced-colors: active){.bp6-dark .bp6-button:is(:hover, .bp6-active){ color:red } }" +
        "@keyframes spin{ from{ top:0 } to{ top:1px } }.bp6-icon-standard{ width:16px }",
    );
  });

  it("loses no rules of what the console writes itself", () => {
    const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".tsx"));
    const drawn = files.filter((file) => /size="large"|RUNNING_TEXT|<(?:Code|Pre|Blockquote)\b/.test(readFileSync(`src/${file}`, "utf8")));
    expect(drawn).toEqual([]);
  });

  it("knows a component that is drawn although its rules are cut", () => {
    const module = (path: string) => `/x/node_modules/@blueprintjs/core/lib/esm/components/${path}`;
    expect(drawnAllTheSame([module("button/buttons.js"), module("forms/inputGroup.js")])).toBe(undefined);
    expect(drawnAllTheSame([module("button/buttons.js"), module("slider/slider.js")])).toBe("slider/");
  });
});

describe("what a module imports", () => {
  it("is known by name, and a module that only hands on is known as one", () => {
    expect(importsOf('import { a as b } from "./a"; import "./side.css"; export const c = b;')).toEqual({
      isBarrel: false,
      all: [
        { source: "./a", names: ["a"] },
        { source: "./side.css", names: [] },
      ],
    });
    expect(importsOf('import * as all from "./all"; export { all }; export { d as e } from "./d"; export * from "./rest";')).toEqual({
      isBarrel: true,
      all: [
        { source: "./all", names: undefined },
        { source: "./all", names: undefined, as: ["all"] },
        { source: "./d", names: ["d"], as: ["e"] },
        { source: "./rest", names: undefined, as: undefined },
      ],
    });
  });
});
