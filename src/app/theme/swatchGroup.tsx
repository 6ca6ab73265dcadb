import { type ReactNode, useId } from "react";

interface Swatch<T extends string> {
  readonly value: T;
  readonly label: string;
  /** Drawn as a patch of this colour; without one the label is drawn. */
  readonly color?: string;
}

interface SwatchGroupProps<T extends string> {
  legend: string;
  value: T;
  options: readonly Swatch<T>[];
  onChange(value: T): void;
  children?: ReactNode;
}

/** One of several colours or words. */
export function SwatchGroup<T extends string>({ legend, value, options, onChange, children }: SwatchGroupProps<T>) {
  const name = useId();
  return (
    <fieldset className="gh-swatches">
      <legend>{legend}</legend>
      <div>
        {options.map((option) => (
          <label key={option.value} className={option.color ? "gh-swatch" : "gh-swatch gh-swatch-word"} title={option.label}>
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              aria-label={option.label}
              onChange={() => onChange(option.value)}
            />
            {option.color ? <span style={{ background: option.color }} /> : <span>{option.label}</span>}
          </label>
        ))}
        {children}
      </div>
    </fieldset>
  );
}
