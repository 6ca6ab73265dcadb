import { useIntl } from "react-intl";
import { ageIn, isAhead } from "./ageUnits.ts";
import { useLostLink } from "./lostLink.ts";
import "./value.css";

interface AgeProps {
  /** Milliseconds; nothing is drawn without one. */
  age: number | undefined;
}

/** How long ago, in the largest whole unit; a time that has not come yet is that of a clock that is ahead. */
export function Age({ age }: AgeProps) {
  const intl = useIntl();
  if (age === undefined) return null;
  if (isAhead(age)) return <span className="gh-age">{intl.formatMessage({ id: "value.ahead" })}</span>;
  const { count, unit } = ageIn(age);
  return <span className="gh-age">{intl.formatMessage({ id: `value.age.${unit}` }, { count })}</span>;
}

/** Beside a state or a number without a time of its own: how old it is while the link to the server is down. */
export function HeldAge() {
  const lost = useLostLink();
  if (!lost) return null;
  return (
    <span className="gh-held-age">
      <Age age={Math.max(0, lost.now - lost.since)} />
    </span>
  );
}
