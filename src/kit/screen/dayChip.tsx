import { Button } from "@blueprintjs/core";
import { useState } from "react";
import { useIntl } from "react-intl";
import { DayInput } from "#src/kit/form/dayInput.tsx";
import { dayText, typedDay } from "#src/kit/value/day.ts";
import "#src/kit/form/form.css";
import "./screen.css";

interface DayChipProps {
  label: string;
  value: string;
  onSet(day: string): void;
}

/** The day that a filter asks for; what is no day is told and asks for nothing. */
export function DayChip({ label, value, onSet }: DayChipProps) {
  const intl = useIntl();
  const [text, setText] = useState(value);
  const [faulty, setFaulty] = useState(false);
  const submit = () => {
    const day = typedDay(text);
    if (text.trim() !== "" && !day) return setFaulty(true);
    onSet(day ? dayText(day) : "");
  };
  return (
    <form
      className="gh-chip-form"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div>
        <DayInput
          label={label}
          aria-label={label}
          aria-invalid={faulty}
          autoFocus
          offers="past"
          value={text}
          intent={faulty ? "danger" : "none"}
          onText={(next) => {
            setText(next);
            setFaulty(false);
          }}
        />
        {faulty && (
          <div className="gh-field-error" role="alert">
            {intl.formatMessage({ id: "rule.date" })}
          </div>
        )}
      </div>
      <Button type="submit" icon="tick" aria-label={intl.formatMessage({ id: "screen.filter.apply" })} />
    </form>
  );
}
