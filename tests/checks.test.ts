import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "..");

describe("the checks find what they are for", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "gatehouse-checks-"));
    for (const name of ["biome.json", "package.json", ".gitignore"]) cpSync(join(root, name), join(folder, name));
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    spawnSync("git", ["init", "-q"], { cwd: folder });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const findings = (files: Readonly<Record<string, string>>): string => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(folder, dirname(name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const { stdout, stderr, status } = spawnSync(
      join(root, "node_modules/.bin/biome"),
      ["lint", "--max-diagnostics=50", ...Object.keys(files)],
      {
        cwd: folder,
        encoding: "utf8",
      },
    );
    for (const name of Object.keys(files)) rmSync(join(folder, name));
    return status === 0 ? "" : stdout + stderr;
  };

  it("finds nothing where there is nothing", () => {
    expect(findings({ "contract/clean.ts": "export const clean = 1;\n" })).toBe("");
  });

  it.each<string[]>([
    ["contract/a.ts", "#server/config.ts", "contract imports zod only"],
    ["contract/a.ts", "node:fs", "contract imports zod only"],
    ["contract/a.ts", "react", "contract imports zod only"],
    ["server/a.ts", "#src/app/main.tsx", "the server never imports the client"],
    ["server/a.ts", "#store/api.ts", "the server never imports the client"],
    ["store/a.ts", "#server/config.ts", "the store imports the contract only"],
    ["store/a.ts", "#src/app/main.tsx", "the store imports the contract only"],
    ["machines/a.ts", "#store/api.ts", "machines import xstate and the contract only"],
    ["machines/a.ts", "#src/app/main.tsx", "machines import xstate and the contract only"],
    ["src/a.ts", "#server/config.ts", "the client never imports the server"],
    ["src/kit/a.ts", "#server/config.ts", "the client never imports the server"],
    ["src/kit/a.ts", "#src/app/main.tsx", "the kit imports nothing of what is made of it"],
    ["src/kit/form/a.ts", "#src/screens/home/homeScreen.tsx", "the kit imports nothing of what is made of it"],
    ["src/session/a.ts", "#src/kit/view/viewLocation.ts", "the session knows of nothing that shows it"],
    ["server/records/a.ts", "#server/resources/device.ts", "resources answer; what others use of them stands below"],
    ["server/resources/a.ts", "#server/resources/device.ts", "no resource imports another"],
    ["server/resources/a.ts", "./device.ts", "no resource imports another"],
    ["server/resources/a.ts", "#store/api.ts", "the server never imports the client"],
    ...[
      "contract/kit",
      "server/records",
      "server/resources",
      "store/handles",
      "machines/a",
      "src/kit/form",
      "src/app/shell",
      "tests/src",
    ].map((folder) => [`${folder}/a.ts`, "../b.ts", "across folders by a # path"]),
    ["locales/a.ts", "#contract/codes.ts", "locales import nothing"],
  ])("in %s the import of %s", (file = "", imported = "", words = "") => {
    const text = findings({ [file]: `import * as other from "${imported}";\n\nexport const used = other;\n` });
    expect(text).toContain("noRestrictedImports");
    expect(text).toContain(words);
  });

  it("a cycle through # paths, of types alone too", () => {
    const files = {
      "contract/one.ts": 'import type { Two } from "#contract/two.ts";\n\nexport interface One {\n  two?: Two;\n}\n',
      "contract/two.ts": 'import type { One } from "#contract/one.ts";\n\nexport interface Two {\n  one?: One;\n}\n',
    };
    expect(findings(files)).toContain("noImportCycles");
  });

  it("barrels, default exports, any, and a console call", () => {
    expect(findings({ "store/index.ts": 'export * from "./api.ts";\n' })).toContain("noReExportAll");
    expect(findings({ "store/a.ts": "const one = 1;\nexport default one;\n" })).toContain("noDefaultExport");
    expect(findings({ "store/a.ts": "export const one = (two: any): unknown => two;\n" })).toContain("noExplicitAny");
    expect(findings({ "server/a.ts": 'console.log("x");\n' })).toContain("noConsole");
  });
});
