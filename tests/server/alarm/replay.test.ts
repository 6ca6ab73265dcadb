import { expect, test } from "vitest";
import type { Condition } from "#contract/resources/alarmCondition.ts";
import { openReplay } from "#server/alarm/replay.ts";
import { compileRule, type RuleDefinition } from "#server/alarm/rule.ts";
import { plainRule } from "./plainRule.ts";

const device = { id: "d", name: "D", sn: "S", companyId: "c", companyPath: "c/", typeId: "y", alarmNotice: true };
const replayOf = (condition: Condition, more: Partial<RuleDefinition> = {}) =>
  openReplay(
    compileRule({
      ...plainRule,
      ...{ id: "", name: "R", companyId: "c", recipeId: "t", pointId: "p", pointName: "", pointNameEn: "", unit: "", enumeration: [] },
      ...{ deviceId: null, alarmTypeId: null, alarmTypeName: "", alarmTypeNameEn: "", alarmGroupId: null, level: 1, condition },
      ...{ a: 10, b: null, min: null, max: null, holdSeconds: 0, saveData: true },
      ...{ pushContent: "", pushContentEn: "", releaseContent: "", releaseContentEn: "" },
      ...more,
    }),
    device,
    1,
  );

type Reading = readonly [second: number, value: number];
/** Raise and release of each, in seconds. */
const spansOf = (replay: ReturnType<typeof replayOf>, readings: readonly Reading[], end: number) => {
  for (const [second, value] of readings) replay.readings([{ pointId: "p", value, textual: false, ts: second * 1000 }]);
  replay.until(end * 1000);
  return replay.spans.map(({ raisedAt, releasedAt }) => [raisedAt / 1000, releasedAt === undefined ? undefined : releasedAt / 1000]);
};

test("a value is raised and released by the readings, within the dead band nothing happens", () => {
  const readings = [
    [0, 9],
    [1, 11],
    [2, 9],
    [3, 7],
    [4, 12],
  ] as const;
  expect(spansOf(replayOf("above", { max: 8 }), readings, 10)).toEqual([
    [1, 3],
    [4, undefined],
  ]);
});

test("delays run out between readings, at their own instants", () => {
  const delayed = { max: 8, holdSeconds: 30, releaseSeconds: 20 };
  const readings = [
    [0, 11],
    [100, 7],
    [200, 11],
    [210, 7],
    [300, 11],
  ] as const;
  expect(spansOf(replayOf("above", delayed), readings, 320)).toEqual([[30, 120]]);
  expect(spansOf(replayOf("above", delayed), readings, 330)).toEqual([
    [30, 120],
    [330, undefined],
  ]);
});

test("silence is raised when it has lasted, and released by the next reading", () => {
  const readings = [
    [0, 1],
    [30, 1],
    [200, 1],
  ] as const;
  expect(spansOf(replayOf("noData", { a: 1 }), readings, 230)).toEqual([[90, 200]]);
  expect(spansOf(replayOf("noData", { a: 1 }), readings, 260)).toEqual([
    [90, 200],
    [260, undefined],
  ]);
});

test("every change is one of its own", () => {
  const readings = [
    [0, 1],
    [1, 1],
    [2, 4],
    [3, 1],
  ] as const;
  expect(spansOf(replayOf("changed", { a: null }), readings, 9)).toEqual([
    [2, 2],
    [3, 3],
  ]);
});

test("absence is raised and released by comings and goings", () => {
  const replay = replayOf("offline", { a: null, pointId: null, holdSeconds: 60 });
  replay.presence(false, 0);
  replay.presence(true, 30_000);
  replay.presence(false, 100_000);
  replay.presence(true, 300_000);
  expect(spansOf(replay, [], 400)).toEqual([[160, 300]]);
});

test("outside its hours a rule raises when they begin", () => {
  const schedule = { scheduleDays: ["mon"], scheduleFrom: "08:00", scheduleTo: "18:00", holidays: [], zone: "UTC" } as const;
  const monday = Date.UTC(2026, 10, 2) / 1000;
  const readings = [
    [monday + 7 * 3600, 11],
    [monday + 9 * 3600, 7],
  ] as const;
  const replay = replayOf("above", { schedule: { ...schedule, scheduleDays: ["mon"], holidays: [] } });
  expect(spansOf(replay, readings, monday + 10 * 3600)).toEqual([[monday + 8 * 3600, monday + 9 * 3600]]);
});
