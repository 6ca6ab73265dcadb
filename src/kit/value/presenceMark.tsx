import { useIntl } from "react-intl";
import type { Presence } from "#contract/resources/device.ts";
import "./value.css";

/** Online a filled dot, offline a hollow one, not activated a dashed one; always with the word. */
export function PresenceMark({ presence }: { presence: Presence }) {
  const intl = useIntl();
  return (
    <span className={`gh-presence gh-presence-${presence}`}>
      <span className="gh-presence-dot" aria-hidden />
      <span className="gh-presence-word">{intl.formatMessage({ id: `presence.${presence}` })}</span>
    </span>
  );
}
