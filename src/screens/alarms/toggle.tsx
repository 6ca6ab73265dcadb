import "./alarms.css";

interface ToggleProps {
  /** Name for assistive technology, with that of its record. */
  label: string;
  on: boolean;
  busy: boolean;
  disabled: boolean;
  onChange(on: boolean): void;
}

/** A switch as small as a table's row; the grid's keys reach it by the row's actions. */
export function Toggle({ label, on, busy, disabled, onChange }: ToggleProps) {
  return (
    <button
      type="button"
      role="switch"
      className="gh-toggle"
      tabIndex={-1}
      aria-checked={on}
      aria-label={label}
      aria-busy={busy}
      disabled={disabled}
      onClick={() => {
        if (!busy) onChange(!on);
      }}
    />
  );
}
