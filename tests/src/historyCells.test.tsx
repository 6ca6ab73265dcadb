// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { createIntl, RawIntlProvider } from "react-intl";
import { expect, it } from "vitest";
import type { ResponseOf } from "#contract/kit/call.ts";
import type { deviceDataLog, HistoryPointInfo } from "#contract/resources/deviceDataLog.ts";
import { messages } from "#locales/en.ts";
import { cellsWidth, cellText, HistoryCell } from "#src/screens/devices/historyCell.tsx";

type Row = ResponseOf<typeof deviceDataLog.calls.query>["rows"][number];

const intl = createIntl({ locale: "en", messages });
const point: HistoryPointInfo = {
  ...{ slave: 1, slaveName: "s", pointId: "p", name: "液位", nameEn: "Level", unit: "m", valueType: "float32" },
  ...{ decimals: 2, min: null, max: 100, storeMode: 1, enumeration: [] },
};
const counter = { ...point, valueType: "uint64", decimals: null, max: null };
const width = (rows: readonly Row[], of = point) => cellsWidth("Level (m)", rows, 0, of, "en", intl);
const noted: Row = { ts: "2026-08-01T00:00:02.000Z", values: [101], gaps: [0], beyond: [{ place: 0, bound: "max" }] };

it("gives a column the room of its longest value and of what is noted beside it", () => {
  expect(width([{ ts: "2026-08-01T00:00:01.000Z", values: [3] }])).toBe(120);
  const digits = "18446744073709551615";
  expect(
    width(
      [
        { ts: "2026-08-01T00:00:01.000Z", values: [3] },
        { ts: "2026-08-01T00:00:02.000Z", values: [digits] },
      ],
      counter,
    ),
  ).toBeGreaterThanOrEqual(digits.length * 7 + 16);
  const told = cellText(noted, 0, point, "en", intl);
  expect(told).toBe("gap before · Above the high limit of 100 m · 101.00");
  expect(width([{ ts: "2026-08-01T00:00:01.000Z", values: [3] }, noted])).toBeGreaterThanOrEqual(
    "gap before".length * 7 + "Above the high limit of 100 m".length * 7,
  );
  expect(width([{ ts: "2026-08-01T00:00:01.000Z", values: ["x".repeat(400)] }], { ...point, valueType: "text" })).toBeLessThan(400);
});

it("puts the notes of a cell together, apart from the value that they give way to", () => {
  const { container } = render(
    <RawIntlProvider value={intl}>
      <HistoryCell row={noted} place={0} point={point} />
    </RawIntlProvider>,
  );
  const value = screen.getByText("101.00");
  expect(value.className).toBe("gh-history-value gh-value-beyond");
  expect(container.querySelector(".gh-history-notes")?.textContent).toBe("gap beforeAbove the high limit of 100 m");
  expect(container.querySelector(".gh-history-notes")?.contains(value)).toBe(false);
});
