import { describe, expect, it } from "vitest";
import { dayText, dayTyped, typedDay, wallDate } from "#src/kit/value/day.ts";

describe("a day that is typed", () => {
  it.each(["2026-03-09", "2026-3-9", " 2026/03/09 ", "2026.3.9", "2026年3月9日", "２０２６－０３－０９"])("%s is yyyy-MM-dd", (text) => {
    expect(dayTyped(text)).toBe("2026-03-09");
  });

  it.each(["", "2026-02-30", "2026-13-01", "09/03/2026", "03-09-2026", "tomorrow"])("%s is none and stays as it was typed", (text) => {
    expect(typedDay(text)).toBeUndefined();
    expect(dayTyped(text)).toBe(text);
  });

  it("of a year before 100 is meant as it is written", () => {
    expect(dayTyped("0026-01-02")).toBe("0026-01-02");
  });
});

it("the calendar shows an instant as the clocks of the zone did", () => {
  const date = wallDate("Asia/Shanghai", Date.parse("2026-03-08T16:00:05Z"));
  expect([dayText(date), date.getHours(), date.getMinutes(), date.getSeconds()]).toEqual(["2026-03-09", 0, 0, 5]);
});
