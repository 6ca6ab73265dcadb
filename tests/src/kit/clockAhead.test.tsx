// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { languages } from "#contract/languages.ts";
import type { Language } from "#contract/messages.ts";
import { Age } from "#src/kit/value/age.tsx";
import { aheadAfterMs } from "#src/kit/value/ageUnits.ts";
import type { PointForm } from "#src/kit/value/pointText.ts";
import { PointValue } from "#src/kit/value/pointValue.tsx";
import { show } from "#tests/src/screens/screenSite.tsx";

const now = Date.parse("2026-11-01T01:02:03Z");
const minute = 60_000;
const point: PointForm = { unit: "°C", decimals: 1, enumeration: [], min: null, max: null };

const ahead: Record<Language, string> = { zh: "时钟超前", en: "clock ahead" };
const readAt: Record<Language, (at: string) => string> = {
  zh: (at) => `设备时钟超前，读取于 ${at}`,
  en: (at) => `Device clock is ahead, read at ${at}`,
};
const later = [
  [6 * minute, "2026-11-01 01:08:03"],
  [4 * minute, "2026-11-01 01:06:03"],
  [aheadAfterMs + 1, "2026-11-01 01:02:13"],
] as const;

describe.each(languages)("a reading of a clock that is ahead, in %s", (language) => {
  it.each(later)("has no age, but says so: %i ms", (by, at) => {
    const { container } = show(<Age age={-by} />, { language });
    expect([at, container.textContent]).toEqual([at, ahead[language]]);
  });

  it.each(later)("is dimmed, and says so beside the value and with its time: %i ms", (by, at) => {
    const { container } = show(<PointValue value={21.5} point={point} ts={now + by} now={now} />, { language });
    const value = container.querySelector(".gh-value-stale");
    expect([value?.textContent, value?.getAttribute("title")]).toEqual([`21.5°C${ahead[language]}`, readAt[language](at)]);
  });

  it("is as fresh as any other while clocks differ by some seconds alone", () => {
    const { container } = show(<PointValue value={21.5} point={point} ts={now + aheadAfterMs} now={now} />, { language });
    const value = container.querySelector(".gh-value");
    expect([value?.className, value?.textContent, value?.getAttribute("title")]).toEqual(["gh-value", "21.5°C", null]);
    expect(show(<Age age={-aheadAfterMs} />, { language }).container.textContent).not.toContain(ahead[language]);
  });
});
