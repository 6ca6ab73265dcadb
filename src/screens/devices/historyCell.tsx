import { type IntlShape, useIntl } from "react-intl";
import type { ResponseOf } from "#contract/kit/call.ts";
import type { Language } from "#contract/messages.ts";
import type { deviceDataLog, HistoryPointInfo } from "#contract/resources/deviceDataLog.ts";
import { beyondText, pointText } from "#src/kit/value/pointText.ts";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import "#src/kit/value/value.css";

type Row = ResponseOf<typeof deviceDataLog.calls.query>["rows"][number];

interface Cell {
  value: string;
  /** Readings are missing before this one. */
  gap: string | undefined;
  /** Why what came at this instant could not be read. */
  invalid: string | undefined;
  /** Which limits of its point the value passes, or one behind it. */
  beyond: readonly string[];
}

const cellOf = (row: Row, place: number, point: HistoryPointInfo, language: Language, intl: IntlShape): Cell => {
  const code = row.invalid?.find((one) => one.place === place)?.code;
  const { kind, text } = pointText(row.values[place], point, language);
  return {
    value: code !== undefined && kind === "none" ? "" : text,
    gap: row.gaps?.includes(place) ? intl.formatMessage({ id: "history.gap" }) : undefined,
    invalid:
      code === undefined
        ? undefined
        : intl.formatMessage({ id: "history.invalid" }, { why: intl.formatMessage({ id: `reading.invalid.${code}` }) }),
    beyond: (row.beyond ?? [])
      .filter((one) => one.place === place)
      .map(({ bound }) => beyondText(bound, point, intl, row.counts !== undefined)),
  };
};

/** What a cell says, in one line. */
export const cellText = (row: Row, place: number, point: HistoryPointInfo, language: Language, intl: IntlShape): string => {
  const { value, gap, invalid, beyond } = cellOf(row, place, point, language, intl);
  return [gap, invalid, ...beyond, value].filter(Boolean).join(" · ");
};

/** A value, or that there was none to be read, and whether readings are missing before it. */
export function HistoryCell({ row, place, point }: { row: Row; place: number; point: HistoryPointInfo }) {
  const intl = useIntl();
  const { value, gap, invalid, beyond } = cellOf(row, place, point, languageOf(intl), intl);
  return (
    <>
      {gap && <span className="gh-history-gap">{gap}</span>}
      {invalid && <span className="gh-history-invalid">{invalid}</span>}
      {beyond.map((told) => (
        <span key={told} className="gh-history-beyond">
          {told}
        </span>
      ))}
      <bdi className={beyond.length > 0 ? "gh-value-beyond" : undefined}>{value}</bdi>
    </>
  );
}
