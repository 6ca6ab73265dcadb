import { Button } from "@blueprintjs/core";
import { useRef, useState } from "react";
import { useIntl } from "react-intl";
import { formatInstant, inputInstant, inputText, typedInstant } from "#src/kit/value/zonedTime.ts";

interface InstantFieldProps {
  /** Translated. */
  label: string;
  zone: string;
  /** Epoch milliseconds; undefined while what was typed is no time. */
  value: number | undefined;
  faulty: boolean;
  /** Id of the element that says what is wrong. */
  describedBy: string;
  onChange(ts: number | undefined): void;
  /** Left with something in it that is no time. */
  onMalformed(): void;
}

/** A time in the zone as YYYY-MM-DD HH:mm:ss in every language, typed or picked. What was typed stays until it is a time. */
export function InstantField({ label, zone, value, faulty, describedBy, onChange, onMalformed }: InstantFieldProps) {
  const intl = useIntl();
  const picker = useRef<HTMLInputElement>(null);
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
        placeholder="YYYY-MM-DD HH:mm:ss"
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        value={text}
        onChange={(event) => {
          const next = event.currentTarget.value;
          const ts = typedInstant(zone, next);
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
      <Button
        variant="minimal"
        size="small"
        icon="calendar"
        aria-label={intl.formatMessage({ id: "history.pick" }, { bound: label })}
        title={intl.formatMessage({ id: "history.pick" }, { bound: label })}
        onClick={() => picker.current?.showPicker()}
      />
      <input
        ref={picker}
        type="datetime-local"
        step={1}
        className="gh-instant-picker"
        tabIndex={-1}
        aria-hidden
        value={value === undefined ? "" : inputText(zone, value)}
        onChange={(event) => {
          const ts = inputInstant(zone, event.currentTarget.value);
          if (ts !== undefined) onChange(ts);
        }}
      />
    </span>
  );
}
