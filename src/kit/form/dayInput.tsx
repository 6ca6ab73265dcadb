import { InputGroup, type InputGroupProps } from "@blueprintjs/core";
import { dayText, typedDay } from "#src/kit/value/day.ts";
import { CalendarButton, type DayPresets } from "./calendarButton.tsx";

interface DayInputProps extends Omit<InputGroupProps, "value" | "onChange" | "type" | "rightElement"> {
  /** Of the field; translated. */
  label: string;
  /** As it was typed: yyyy-MM-dd once it is a day. */
  value: string;
  offers?: DayPresets;
  onText(text: string): void;
}

/** A day as yyyy-MM-dd in every language, typed or picked. What was typed stays as it is until it is a day. */
export function DayInput({ label, value, offers = "none", disabled = false, onText, ...input }: DayInputProps) {
  return (
    <InputGroup
      {...input}
      type="text"
      inputMode="numeric"
      placeholder="yyyy-MM-dd"
      autoComplete="off"
      spellCheck={false}
      maxLength={20}
      disabled={disabled}
      value={value}
      rightElement={
        <CalendarButton
          label={label}
          value={typedDay(value)}
          offers={offers}
          disabled={disabled}
          onPick={(date) => onText(dayText(date))}
        />
      }
      onChange={(event) => onText(event.currentTarget.value)}
    />
  );
}
