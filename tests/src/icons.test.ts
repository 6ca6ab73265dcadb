import { readdirSync, readFileSync } from "node:fs";
import { type IconName, IconNames, Icons } from "@blueprintjs/icons";
import { expect, it, vi } from "vitest";
import { startIcons } from "#src/app/icons.ts";

const others = vi.hoisted(() => [] as string[]);
vi.mock("@blueprintjs/icons/lib/esm/paths-loaders/splitPathsBySizeLoader.js", () => ({
  splitPathsBySizeLoader: (name: string) => {
    others.push(name);
    return Promise.resolve([]);
  },
}));

const known = new Set<string>(Object.values(IconNames));
/** Kinds and verbs on such lines that are names of icons too. */
const otherWords = new Set(["add", "build", "tree"]);
const isIcon = (name: string): name is IconName => known.has(name) && !otherWords.has(name);

/** Icons that lines about icons name. Those of menu items are the menu's own. */
const named = (): IconName[] => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
  const lines = files.filter((file) => !/icons\.ts$/.test(file)).flatMap((file) => readFileSync(`src/${file}`, "utf8").split("\n"));
  const texts = lines
    .filter((line) => /icon/i.test(line))
    .flatMap((line) => [...line.matchAll(/"([a-z0-9-]+)"/g)].map((match) => match[1] ?? ""));
  return [...new Set(texts)].filter(isIcon);
};

it("has every icon that the console's controls name at hand, so that none is missing while the server is gone", async () => {
  startIcons();
  const names = named();
  expect(names).toEqual(expect.arrayContaining(["record", "export", "warning-sign"]));
  await Promise.all(names.map((name) => Icons.load(name, 16)));
  expect(others).toEqual([]);
});
