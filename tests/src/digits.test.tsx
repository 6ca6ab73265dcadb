// @vitest-environment jsdom
import { render } from "@testing-library/react";
import { createIntl, RawIntlProvider } from "react-intl";
import { describe, expect, it } from "vitest";
import { languages } from "#contract/languages.ts";
import { messages } from "#locales/en.ts";
import { curveFigure } from "#src/kit/chart/curves.ts";
import { figureTable } from "#src/kit/chart/figureTable.ts";
import { pointLine } from "#src/kit/value/pointText.ts";
import { toWall } from "#src/kit/value/zonedTime.ts";
import { cellText, HistoryCell } from "#src/screens/devices/historyCell.tsx";
import { curve, point, start, view } from "./curveSamples.ts";

const intl = createIntl({ locale: "en", messages });
const counters = ["9223372036854775807", "-9223372036854775808", "18446744073709551615", "9007199254740993"];
const ofType = (digits: string) => point({ valueType: digits.startsWith("1") ? "uint64" : "int64", unit: "Wh", decimals: 2 });
const row = (digits: string) => ({ ts: "2026-11-27T16:00:00.000Z", values: [digits] });

describe("a 64-bit counter on the page", () => {
  it.each(counters)("has every digit of %s where values are written, in tables, and where a curve is pointed at [S3.078]", (digits) => {
    const of = ofType(digits);
    for (const language of languages) expect(pointLine(digits, of, language)).toBe(`${digits} Wh`);
    expect(cellText(row(digits), 0, of, "en", intl)).toBe(digits);
    const { container } = render(
      <RawIntlProvider value={intl}>
        <HistoryCell row={row(digits)} place={0} point={of} />
      </RawIntlProvider>,
    );
    expect(container.textContent).toBe(digits);
    const figure = curveFigure([{ ...curve([digits, null, digits]), point: of }], view);
    const told = figure.readout?.(toWall(view.zone, start), 1_000, new Set());
    expect(told?.rows.map(({ text }) => text)).toEqual([`${digits} Wh`]);
    expect(
      figureTable(figure)
        .rows.flat()
        .filter((text) => text.includes(digits)).length,
    ).toBe(2);
  });
});
