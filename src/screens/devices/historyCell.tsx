import { type IntlShape, useIntl } from "react-intl";
import type { ResponseOf } from "#contract/kit/call.ts";
import type { Language } from "#contract/messages.ts";
import type { deviceDataLog, HistoryPointInfo } from "#contract/resources/deviceDataLog.ts";
import { beyondText, pointText } from "#src/kit/value/pointText.ts";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import { headingWidth, textWidth } from "./historyNotes.ts";
import "#src/kit/value/value.css";

type Row = ResponseOf<typeof deviceDataLog.calls.query>["rows"][number];

/** px: longer texts and notes than these are cut, and whole in the title. */
const [mostValue, mostNotes] = [360, 320];
const [noteGap, padding] = [8, 20];

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
  const cell = cellOf(row, place, point, language, intl);
  return [...notesOf(cell), cell.value].filter(Boolean).join(" · ");
};

/** What stands before the value, which gives way to it. */
const notesOf = ({ gap, invalid, beyond }: Cell): string[] => [...(gap ? [gap] : []), ...(invalid ? [invalid] : []), ...beyond];

/** px that a column needs for its heading, for its longest value and, within bounds, for what is noted beside one. */
export const cellsWidth = (
  label: string,
  rows: readonly Row[],
  place: number,
  point: HistoryPointInfo,
  language: Language,
  intl: IntlShape,
): number => {
  let [value, notes] = [0, 0];
  for (const row of rows) {
    const marked = row.gaps?.includes(place) || [...(row.invalid ?? []), ...(row.beyond ?? [])].some((one) => one.place === place);
    if (!marked) {
      value = Math.max(value, textWidth(pointText(row.values[place], point, language).text));
      continue;
    }
    const cell = cellOf(row, place, point, language, intl);
    value = Math.max(value, textWidth(cell.value));
    notes = Math.max(notes, textWidth(notesOf(cell).join(" · ")));
  }
  return Math.max(headingWidth(label), Math.min(value, mostValue) + (notes === 0 ? 0 : Math.min(notes, mostNotes) + noteGap) + padding);
};

/** A value, or that there was none to be read, and whether readings are missing before it. Notes give way, the value does not. */
export function HistoryCell({ row, place, point }: { row: Row; place: number; point: HistoryPointInfo }) {
  const intl = useIntl();
  const cell = cellOf(row, place, point, languageOf(intl), intl);
  const { value, gap, invalid, beyond } = cell;
  return (
    <span className="gh-history-cell">
      {notesOf(cell).length > 0 && (
        <span className="gh-history-notes">
          {gap && <span className="gh-history-gap">{gap}</span>}
          {invalid && <span className="gh-history-invalid">{invalid}</span>}
          {beyond.map((told) => (
            <span key={told} className="gh-history-beyond">
              {told}
            </span>
          ))}
        </span>
      )}
      {value !== "" && <bdi className={beyond.length > 0 ? "gh-history-value gh-value-beyond" : "gh-history-value"}>{value}</bdi>}
    </span>
  );
}
