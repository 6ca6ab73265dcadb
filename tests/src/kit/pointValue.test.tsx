// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import type { PointForm, PointReading } from "#src/kit/value/pointText.ts";
import { PointValue } from "#src/kit/value/pointValue.tsx";
import { show } from "#tests/src/screens/screenSite.tsx";

const now = Date.parse("2026-11-01T01:02:03Z");
const point: PointForm = { unit: "°C", decimals: 1, enumeration: [], min: -5, max: 5 };

/** What a reading of so many minutes ago looks like: its words, the looks of its parts, and what is said of it. */
const lookOf = (value: PointReading, minutes = 0, more: Partial<PointForm> = {}) => {
  const { container } = show(<PointValue value={value} ts={now - minutes * 60_000} now={now} point={{ ...point, ...more }} />);
  const [whole] = container.children;
  return {
    words: container.textContent,
    looks: [whole, ...(whole?.children ?? [])]
      .flatMap((part) => [...(part?.classList ?? [])])
      .filter((name) => /none|stale|beyond/.test(name)),
    said: whole?.getAttribute("title") ?? null,
  };
};

describe("a value", () => {
  it("of 0 or false stands there as one, an old one is dimmed with its age, and none is a dash: each looks its own way [S3.077]", () => {
    expect(lookOf(0)).toEqual({ words: "0.0°C", looks: [], said: null });
    expect(lookOf(false, 0, { unit: "", decimals: null })).toEqual({ words: "0", looks: [], said: null });
    expect(lookOf(0, 11)).toEqual({ words: "0.0°C11 min", looks: ["gh-value-stale"], said: "Old value, read at 2026-11-01 00:51:03" });
    for (const none of [null, undefined, ""]) expect(lookOf(none)).toEqual({ words: "–", looks: ["gh-value-none"], said: "No value" });
  });

  it("beyond its point's limits is shown and marked, with the limit that it passes [S3.080]", () => {
    expect(lookOf(5.1)).toEqual({ words: "5.1°C", looks: ["gh-value-beyond"], said: "Above the high limit of 5 °C" });
    expect(lookOf(-7)).toEqual({ words: "-7.0°C", looks: ["gh-value-beyond"], said: "Below the low limit of -5 °C" });
    expect(lookOf(5)).toEqual({ words: "5.0°C", looks: [], said: null });
  });
});
