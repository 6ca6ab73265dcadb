import { HTMLSelect } from "@blueprintjs/core";
import { useIntl } from "react-intl";
import { inputInstant, inputText } from "#src/kit/value/zonedTime.ts";
import type { HistoryAsk } from "./historyAsk.ts";
import { isPreset, presets, type Range } from "./historyRange.ts";

interface PeriodPickerProps {
  zone: string;
  period: HistoryAsk["period"];
  /** The bounds that the period stands for now. */
  range: Partial<Range>;
  faulty: boolean;
  onPeriod(period: HistoryAsk["period"]): void;
}

/** A preset, or a free range in the organisation's local time. */
export function PeriodPicker({ zone, period, range, faulty, onPeriod }: PeriodPickerProps) {
  const intl = useIntl();
  const preset = "preset" in period ? period.preset : "";
  const say = (id: string) => intl.formatMessage({ id: `history.${id}` });
  const bound = (name: "from" | "to") => (
    <input
      type="datetime-local"
      className={faulty ? "bp6-input bp6-intent-danger" : "bp6-input"}
      aria-label={say(name)}
      title={say(name)}
      aria-invalid={faulty}
      value={range[name] === undefined ? "" : inputText(zone, range[name])}
      onChange={(event) => {
        const { [name]: _before, ...other } = { ...range };
        const ts = inputInstant(zone, event.currentTarget.value);
        onPeriod(ts === undefined ? other : { ...other, [name]: ts });
      }}
    />
  );
  return (
    <div className="gh-period">
      <HTMLSelect
        aria-label={say("preset")}
        value={preset}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          onPeriod(isPreset(chosen) ? { preset: chosen } : range);
        }}
      >
        {presets.map((one) => (
          <option key={one} value={one}>
            {say(`preset.${one}`)}
          </option>
        ))}
        <option value="">{say("preset.free")}</option>
      </HTMLSelect>
      {bound("from")}
      <span aria-hidden>–</span>
      {bound("to")}
    </div>
  );
}
