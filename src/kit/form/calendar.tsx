import { DatePicker, type DatePickerShortcut } from "@blueprintjs/datetime";
import enUS from "date-fns/locale/en-US";
import zhCN from "date-fns/locale/zh-CN";
import { useIntl } from "react-intl";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import "@blueprintjs/datetime/lib/css/blueprint-datetime.css";
import "./calendar.css";

export interface CalendarProps {
  value: Date | null;
  /** In the user's zone. */
  today: Date;
  /** Seconds too. */
  precise: boolean;
  shortcuts: DatePickerShortcut[];
  onPick(date: Date, done: boolean): void;
}

const earliest = new Date(1900, 0, 1);
const latest = new Date(2199, 11, 31);

export function Calendar({ value, today, precise, shortcuts, onPick }: CalendarProps) {
  const intl = useIntl();
  return (
    <DatePicker
      className="gh-calendar"
      locale={languageOf(intl) === "en" ? enUS : zhCN}
      value={value}
      minDate={earliest}
      maxDate={latest}
      canClearSelection={false}
      highlightCurrentDay
      dayPickerProps={{ today }}
      reverseMonthAndYearMenus={languageOf(intl) !== "en"}
      shortcuts={shortcuts.length > 0 ? shortcuts : false}
      {...(precise ? { timePrecision: "second" as const } : {})}
      onChange={(date, byUser) => {
        if (date) onPick(date, byUser);
      }}
    />
  );
}
