import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { asvsNumbers } from "./asvsNumbers.ts";

const pathOf = (file: string): string => fileURLToPath(new URL(`../${file}`, import.meta.url));
const page = readFileSync(pathOf("docs/security.md"), "utf8");

interface Row {
  number: string;
  level: string;
  asks: string;
  state: string;
  why: string;
}

const rows: Row[] = page
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .filter(([, number = ""]) => /^\d+\.\d+\.\d+$/.test(number))
  .map(([, number = "", level = "", asks = "", state = "", ...why]) => ({ number, level, asks, state, why: why.join(" ").trim() }));

const states = ["met", "met in part", "does not apply", "not met"];
const namedFiles = [...page.matchAll(/`((?:tests|server|src|contract|store|machines|locales|scripts|demo|docs)\/[^`\s]+)`/g)].map(
  ([, file = ""]) => file,
);

/** Each test that the page quotes, with the file named last before it. */
const quoted = [...page.matchAll(/`(tests\/[^`]+)`((?:,? “[^”]+”)+)/g)].flatMap(([, file = "", titles = ""]) =>
  [...titles.matchAll(/“([^”]+)”/g)].map(([, title = ""]) => ({ file, title })),
);

describe("the page on security", () => {
  it("has every requirement of levels 1 and 2 once, at its level", () => {
    const listed = Object.entries(asvsNumbers).flatMap(([level, numbers]) => numbers.map((number) => `${number} ${level}`));
    expect(listed).toHaveLength(70 + 183);
    expect(rows.map(({ number, level }) => `${number} ${level}`).sort()).toEqual(listed.sort());
  });

  it("says of each what it asks, how it stands and why: by a test, a place in the code, or the reason", () => {
    for (const { number, asks, state, why } of rows) {
      expect([number, states.includes(state), asks.length > 5]).toEqual([number, true, true]);
      expect([number, why]).toEqual([
        number,
        expect.stringMatching(state === "met" ? /`[^`]+\/[^`]+`|`[\w.-]+\.(json|ts)`|[Ss]ection 5/ : /\w{2}/),
      ]);
    }
  });

  it("counts them rightly", () => {
    const counted = [...page.matchAll(/^\| ([a-z ]+) \| (\d+) \| (\d+) \| (\d+) \|$/gm)].map(([, state, ...counts]) => [
      state,
      ...counts.map(Number),
    ]);
    const of = (state: string, level?: string): number =>
      rows.filter((row) => row.state === state && (level === undefined || row.level === level)).length;
    expect(counted).toEqual(states.map((state) => [state, of(state, "1"), of(state, "2"), of(state)]));
  });

  it("names only files that are there", () => {
    expect(namedFiles.length).toBeGreaterThan(100);
    for (const file of new Set(namedFiles)) expect([file, existsSync(pathOf(file))]).toEqual([file, true]);
  });

  it("quotes only tests that are in the file that it names", () => {
    expect(quoted.length).toBeGreaterThan(100);
    for (const { file, title } of quoted) {
      const source = readFileSync(pathOf(file), "utf8");
      expect([file, title, source.includes(`"${title}"`) || source.includes(`"${title} [S`)]).toEqual([file, title, true]);
    }
    expect(quoted).toHaveLength(page.split("“").length - 1);
  });
});
