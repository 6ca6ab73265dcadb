import { useIntl } from "react-intl";

let typed = "";

/** What was typed while the palette was on its way. */
export const earlyText = (): string => typed;

export const forgetEarlyText = (): void => {
  typed = "";
};

/** Takes what is typed until the palette is there, so that no key goes to the page below. */
export function PaletteWaiting() {
  const intl = useIntl();
  return (
    <input
      ref={(input) => {
        typed = "";
        input?.focus();
      }}
      type="text"
      className="gh-palette-waiting"
      aria-label={intl.formatMessage({ id: "palette.label" })}
      autoComplete="off"
      spellCheck={false}
      onInput={(event) => {
        typed = event.currentTarget.value;
      }}
    />
  );
}
