import { HTMLSelect } from "@blueprintjs/core";
import { useIntl } from "react-intl";
import type { HistoryAsk } from "./historyAsk.ts";
import { isPreset, type Preset, presets, type Range } from "./historyRange.ts";
import { InstantField } from "./instantField.tsx";

interface PeriodPickerProps {
  zone: string;
  /** Presets to choose from; all when left out. */
  offered?: readonly Preset[];
  period: HistoryAsk["period"];
  /** The bounds that the period stands for now. */
  range: Partial<Range>;
  /** The message of what is wrong with the question, whichever part of it that is about. */
  fault: string | undefined;
  /** Id of the element that says the fault. */
  faultId: string;
  onPeriod(period: HistoryAsk["period"]): void;
  onMalformed(): void;
}

/** A preset, or a free range in the reader's local time. */
export function PeriodPicker({ zone, offered = presets, period, range, fault, faultId, onPeriod, onMalformed }: PeriodPickerProps) {
  const intl = useIntl();
  const preset = "preset" in period ? period.preset : "";
  const say = (id: string) => intl.formatMessage({ id: `history.${id}` });
  const bound = (name: "from" | "to") => (
    <InstantField
      label={say(name)}
      zone={zone}
      value={range[name]}
      faulty={fault?.startsWith("rule.period") || (fault === "history.bounds" && range[name] === undefined)}
      describedBy={faultId}
      onChange={(ts) => {
        const { [name]: _before, ...other } = range;
        onPeriod(ts === undefined ? other : { ...other, [name]: ts });
      }}
      onMalformed={onMalformed}
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
        {offered.map((one) => (
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
