import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { settingNames } from "#server/config.ts";

const page = readFileSync("docs/operating.md", "utf8");

it("names every setting that the server reads, and no other", () => {
  const rows = page.split("\n").filter((line) => /^\| `[A-Z_]+`/.test(line));
  const named = rows.flatMap((row) => [...(row.split("|")[1] ?? "").matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name));
  expect(named.toSorted()).toEqual(settingNames.toSorted());
});

it("links to files that are there", () => {
  const links = [...page.matchAll(/\]\(([^)]+)\)/g)].map(([, path = ""]) => path);
  expect(links.filter((path) => !existsSync(`docs/${path}`))).toEqual([]);
});
