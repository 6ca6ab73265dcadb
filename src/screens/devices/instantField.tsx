import { useState } from "react";
import { CalendarButton } from "#src/kit/form/calendarButton.tsx";
import { wallDate } from "#src/kit/value/day.ts";
import { formatInstant, toInstant, typedInstant, typedInstantAfter } from "#src/kit/value/zonedTime.ts";

interface InstantFieldProps {
  /** Translated. */
  label: string;
  zone: string;
  /** Epoch milliseconds; undefined while what was typed is no time. */
  value: number | undefined;
  /** A time of day alone means the next such time behind this. Epoch milliseconds. */
  after?: () => number;
  faulty: boolean;
  /** Id of the element that says what is wrong. */
  describedBy: string;
  onChange(ts: number | undefined): void;
  /** Left with something in it that is no time. */
  onMalformed(): void;
}

/** The instant of a date whose local parts say the zone's time. */
const instantOf = (zone: string, date: Date): number =>
  toInstant(zone, Date.UTC(date.getFullYear(), date.getMonth(), date.getDate(), date.getHours(), date.getMinutes(), date.getSeconds()));

/** A time in the zone as yyyy-MM-dd HH:mm:ss in every language, typed or picked. What was typed stays until it is a time. */
export function InstantField({ label, zone, value, after, faulty, describedBy, onChange, onMalformed }: InstantFieldProps) {
  const [typed, setTyped] = useState<{ text: string; ts: number | undefined }>();
  const [focused, setFocused] = useState(false);
  const own = typed && (focused || typed.ts === value) ? typed : undefined;
  const text = own?.text ?? (value === undefined ? "" : formatInstant(zone, value));
  return (
    <span className="gh-instant">
      <input
        type="text"
        className={faulty ? "bp6-input bp6-intent-danger" : "bp6-input"}
        aria-label={label}
        title={label}
        aria-invalid={faulty}
        aria-describedby={faulty ? describedBy : undefined}
        placeholder="yyyy-MM-dd HH:mm:ss"
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        value={text}
        onChange={(event) => {
          const next = event.currentTarget.value;
          const ts = after ? typedInstantAfter(zone, next, after()) : typedInstant(zone, next);
          setTyped({ text: next, ts });
          onChange(ts);
        }}
        onFocus={() => setFocused(true)}
        onBlur={() => {
          setFocused(false);
          if (own?.ts !== undefined) setTyped(undefined);
          else if (text.trim() !== "" && value === undefined) onMalformed();
        }}
      />
      <CalendarButton
        label={label}
        value={value === undefined ? undefined : wallDate(zone, value)}
        precise
        onPick={(date) => onChange(instantOf(zone, date))}
      />
    </span>
  );
}
