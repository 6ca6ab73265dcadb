import { useIntl } from "react-intl";
import type { Presence } from "#contract/resources/device.ts";
import { HeldAge } from "./age.tsx";
import "./value.css";

interface PresenceMarkProps {
  presence: Presence;
  /** It was so once, as a log tells, and does not grow old. */
  past?: boolean;
}

/** Online a filled dot, offline a hollow one, not activated a dashed one; always with the word, and with its age while nobody knows. */
export function PresenceMark({ presence, past = false }: PresenceMarkProps) {
  const intl = useIntl();
  return (
    <span className={`gh-presence gh-presence-${presence}${past ? " gh-presence-past" : ""}`}>
      <span className="gh-presence-dot" aria-hidden />
      <span className="gh-presence-word">{intl.formatMessage({ id: `presence.${presence}` })}</span>
      {!past && <HeldAge />}
    </span>
  );
}
