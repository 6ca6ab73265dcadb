import { expect, test } from "vitest";
import { weekdays } from "#contract/resources/alarmSchedule.ts";
import { openHours, type RuleSchedule } from "#server/alarm/ruleHours.ts";

const workdays = weekdays.slice(0, 5);
const hours = (more: Partial<RuleSchedule> = {}) =>
  openHours({ scheduleDays: workdays, scheduleFrom: "08:00", scheduleTo: "18:00", holidays: [], zone: "Asia/Shanghai", ...more });
const shanghai = (text: string): number => Date.parse(`${text}+08:00`);
const iso = (at: number): string => new Date(at).toISOString();

test("hours are half-open, in the zone, on their days alone", () => {
  const { includes } = hours();
  const cases = ["2026-03-02T07:59:59", "2026-03-02T08:00:00", "2026-03-02T17:59:59", "2026-03-02T18:00:00", "2026-03-01T12:00:00"];
  expect(cases.map((text) => includes(shanghai(text)))).toEqual([false, true, true, false, false]);
});

test("what is asked of any order is answered alike", () => {
  const one = hours();
  const times = Array.from({ length: 400 }, (_, place) => shanghai("2026-02-20T00:00:00") + ((place * 7919) % 400) * 3_300_000);
  for (const at of times) expect([at, one.includes(at), one.from(at)]).toEqual([at, hours().includes(at), hours().from(at)]);
});

test("hours over midnight belong to the day on which they begin", () => {
  const { includes } = hours({ scheduleDays: ["fri"], scheduleFrom: "22:00", scheduleTo: "06:00" });
  const cases = ["2026-03-06T05:00:00", "2026-03-06T23:00:00", "2026-03-07T05:59:59", "2026-03-07T06:00:00", "2026-03-07T23:00:00"];
  expect(cases.map((text) => includes(shanghai(text)))).toEqual([false, true, true, false, false]);
});

test("the same time twice is the whole day, and days on end are one stretch", () => {
  const { includes, from } = hours({ scheduleDays: ["mon", "tue"], scheduleFrom: "07:00", scheduleTo: "07:00" });
  expect([includes(shanghai("2026-03-03T06:59:59")), includes(shanghai("2026-03-04T06:59:59"))]).toEqual([true, true]);
  expect([includes(shanghai("2026-03-04T07:00:00")), iso(from(shanghai("2026-03-04T07:00:00")))]).toEqual([
    false,
    "2026-03-08T23:00:00.000Z",
  ]);
});

test("hours that begin on a holiday are left out, those of the day before run on into it", () => {
  const holidays = [{ name: "Spring", firstDay: "2026-03-03", lastDay: "2026-03-04" }];
  const day = hours({ holidays });
  expect([day.includes(shanghai("2026-03-03T12:00:00")), iso(day.from(shanghai("2026-03-02T18:00:00")))]).toEqual([
    false,
    "2026-03-05T00:00:00.000Z",
  ]);
  const night = hours({ holidays, scheduleFrom: "22:00", scheduleTo: "06:00" });
  expect(["2026-03-03T05:00:00", "2026-03-03T23:00:00", "2026-03-05T05:00:00"].map((text) => night.includes(shanghai(text)))).toEqual([
    true,
    false,
    false,
  ]);
});

test("a schedule whose days are all holidays never applies", () => {
  const holidays = [{ name: "Closed", firstDay: "2020-01-01", lastDay: "2040-01-01" }];
  expect(hours({ holidays }).from(shanghai("2026-03-02T12:00:00"))).toBe(Number.POSITIVE_INFINITY);
});

test("hours over a change of the clocks begin and end by the wall", () => {
  const zone = "Europe/Berlin";
  // 29 March 2026, 02:00 becomes 03:00; 25 October, 03:00 becomes 02:00.
  const night = hours({ scheduleDays: weekdays, scheduleFrom: "22:00", scheduleTo: "06:00", zone });
  const length = (begin: string, end: string) => {
    const [from, to] = [Date.parse(begin), Date.parse(end)];
    return [night.includes(from - 1), night.includes(from), night.includes(to - 1), night.includes(to), (to - from) / 3_600_000];
  };
  expect(length("2026-03-28T22:00:00+01:00", "2026-03-29T06:00:00+02:00")).toEqual([false, true, true, false, 7]);
  expect(length("2026-10-24T22:00:00+02:00", "2026-10-25T06:00:00+01:00")).toEqual([false, true, true, false, 9]);
  const skipped = hours({ scheduleDays: ["sun"], scheduleFrom: "02:30", scheduleTo: "04:00", zone });
  expect(iso(skipped.from(Date.parse("2026-03-28T12:00:00Z")))).toBe("2026-03-29T01:30:00.000Z");
});
