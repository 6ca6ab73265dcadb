import { Button, ButtonGroup, type IconName } from "@blueprintjs/core";
import "./screen.css";

interface ViewChoiceProps<Id extends string> {
  /** What is chosen between, translated. */
  label: string;
  value: Id;
  options: readonly { readonly id: Id; readonly icon: IconName; readonly text: string }[];
  small?: boolean;
  /** Icons alone, with their words as names. */
  iconsAlone?: boolean;
  onChoose(id: Id): void;
}

/** Ways to see the same thing, one of which is in force. */
export function ViewChoice<Id extends string>({ label, value, options, small = false, iconsAlone = false, onChoose }: ViewChoiceProps<Id>) {
  return (
    <ButtonGroup role="group" aria-label={label}>
      {options.map(({ id, icon, text }) => (
        <Button
          key={id}
          size={small ? "small" : "medium"}
          icon={icon}
          active={id === value}
          aria-pressed={id === value}
          {...(iconsAlone ? { "aria-label": text, title: text } : { text })}
          onClick={() => id !== value && onChoose(id)}
        />
      ))}
    </ButtonGroup>
  );
}
