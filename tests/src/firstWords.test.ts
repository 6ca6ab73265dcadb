import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, it } from "vitest";
import { messages as gate } from "#locales/gateZh.ts";
import { messages } from "#locales/zh.ts";
import { firstOf, isFirst, restOf } from "#src/app/firstWords.ts";
import { screens } from "#src/app/screens.ts";

const textOf = (file: string): string => readFileSync(file, "utf8");

/** What a file imports, at once or later, as paths from the repository's root; parts that wait for all words are none of it. */
const importsOf = (file: string): string[] =>
  [
    ...textOf(file)
      .replace(/withAllWords\(import\("[^"]+"\)\)/g, "")
      .matchAll(/(?:\bfrom |\bimport\(?)\s*"([^"]+\.tsx?)"/g),
  ].flatMap(([, path = ""]) => {
    if (path.startsWith("#src/")) return [path.slice(1)];
    return path.startsWith(".") ? [normalize(join(dirname(file), path))] : [];
  });

const reach = (file: string, seen: Set<string>): Set<string> => {
  // Screens come with words of their own.
  if (seen.has(file) || file === "src/app/screens.ts") return seen;
  seen.add(file);
  for (const next of importsOf(file)) reach(next, seen);
  return seen;
};

const begins = new Set(Object.keys(messages).map((id) => id.split(".")[0]));

/** Beginnings of messages that a file names. */
const named = (file: string): string[] =>
  [...textOf(file).matchAll(/["`]([a-zA-Z]+)\.(?:[\w.-]|\$\{)/g)].flatMap(([, begin = ""]) => (begins.has(begin) ? [begin] : []));

const screenFile = (address: string): string => {
  const line = textOf("src/app/screens.ts").split(`path: "${address}"`)[1] ?? "";
  return /import\("#(src\/[^"]+)"\)/.exec(line)?.[1] ?? "";
};

it("are all that the shell says, and every screen that waits for no others", () => {
  const roots = ["src/app/main.tsx", "src/app/signedIn.tsx", "src/app/shell/signedInPages.tsx", "src/app/realtime/linkStatus.tsx"];
  const alone = screens.filter(({ firstWords }) => firstWords).map(({ path }) => screenFile(path));
  expect(alone).toEqual(["src/screens/devices/deviceListScreen.tsx"]);
  const files = [...roots, ...alone].reduce((seen, file) => reach(file, seen), new Set<string>());
  expect(files.size).toBeGreaterThan(150);
  const known = new Set(Object.keys(gate).map((id) => id.split(".")[0]));
  const others = [...files].flatMap((file) =>
    named(file).flatMap((begin) => (isFirst(`${begin}.`) || known.has(begin) ? [] : [`${file}: ${begin}`])),
  );
  expect([...new Set(others)]).toEqual([]);
});

it("and the others make up all", () => {
  expect({ ...firstOf(messages), ...restOf(messages) }).toEqual(messages);
  expect(readdirSync("locales/zh").length).toBeGreaterThan(5);
});
