// @vitest-environment jsdom
import { expect, test } from "vitest";
import type { SampleUserRow } from "#contract/resources/sample.ts";
import { messages as en } from "#locales/en.ts";
import { messages as zh } from "#locales/zh.ts";
import { sampleCounts } from "#src/screens/sample/sampleFigures.ts";
import { SampleUsersScreen } from "#src/screens/sample/usersScreen.tsx";
import { screenMessageIds } from "./kit/screenMessages.ts";

const user = (age: number, birth: string, sex: 0 | 1): SampleUserRow => ({
  id: birth + age,
  name: "x",
  sex,
  age,
  birth,
  addr: "",
  version: 1,
});

test("every word that the list's definition derives is there in both languages", () => {
  const ids = screenMessageIds(SampleUsersScreen.definition);
  expect(ids.filter((id) => zh[id] === undefined || en[id] === undefined)).toEqual([]);
});

test("kit and sample say the same things in both languages", () => {
  const own = (messages: Readonly<Record<string, string>>) =>
    Object.keys(messages).filter((id) => /^(feedback|form|screen|sample)\./.test(id));
  expect(own(zh).sort()).toEqual(own(en).sort());
});

test("the charts count births per month, people per age group, sexes, and births by decade and month", () => {
  const counts = sampleCounts([user(3, "2023-01-31", 0), user(29, "1997-01-02", 1), user(21, "2005-12-09", 1), user(40, "", 1)]);
  expect(counts.births).toEqual([2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  expect(counts.groups).toEqual([
    { from: 0, to: 9, people: 1 },
    { from: 10, to: 19, people: 0 },
    { from: 20, to: 29, people: 2 },
    { from: 30, to: 39, people: 0 },
    { from: 40, to: 49, people: 1 },
  ]);
  expect(counts.sexes).toEqual({ male: 3, female: 1 });
  expect(counts.heat.decades).toEqual([1990, 2000, 2010, 2020]);
  expect(counts.heat.people.map((months) => months.reduce((sum, people) => sum + people, 0))).toEqual([1, 1, 0, 1]);
});

test("nobody to count draws nothing", () => {
  expect(sampleCounts([]).groups).toEqual([]);
});
