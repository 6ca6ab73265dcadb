import { useIntl } from "react-intl";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import { useSession } from "#src/session/sessionView.ts";
import { serverNow } from "#store/serverClock.ts";
import { Age } from "./age.tsx";
import { isAhead } from "./ageUnits.ts";
import { useLostLink } from "./lostLink.ts";
import { beyondText, freshness, type PointForm, type PointReading, pointPicture, pointText } from "./pointText.ts";
import "./value.css";
import { formatInstant } from "./zonedTime.ts";

interface PointValueProps {
  value: PointReading;
  point: PointForm;
  /** When it was read, epoch milliseconds. */
  ts?: number | null;
  /** Whether the device is connected. */
  online?: boolean;
  now?: number;
  /** Leave out the age of an old value, where it stands elsewhere. */
  ageless?: boolean;
}

/** A point's value as it looks everywhere: an old one dimmed with its age, one out of range underlined, none as an en dash. */
export function PointValue({ value, point, ts = null, online = true, now = serverNow(), ageless = false }: PointValueProps) {
  const intl = useIntl();
  const { me } = useSession();
  const lost = useLostLink();
  const { kind, text, unit, beyond, approximate } = pointText(value, point, languageOf(intl));
  if (kind === "none")
    return (
      <span className="gh-value gh-value-none" title={intl.formatMessage({ id: "value.none" })}>
        {text}
      </span>
    );
  const picture = pointPicture(value, point);
  const fresh = freshness(ts, now, online && !lost);
  const stale = fresh.stale || lost !== undefined;
  const age = fresh.age ?? (lost && Math.max(0, lost.now - lost.since));
  const told = [
    kind === "text" || text.length > 12 ? text : "",
    beyond && beyondText(beyond.bound, point, intl),
    approximate && intl.formatMessage({ id: "value.approximate" }),
    fresh.stale &&
      intl.formatMessage({ id: age !== undefined && isAhead(age) ? "value.ahead.at" : "value.stale" }, { at: formatInstant(me.zone, ts) }),
  ].filter(Boolean);
  return (
    <span className={stale ? "gh-value gh-value-stale" : "gh-value"} title={told.join("\n") || undefined}>
      {picture && <img className="gh-value-picture" src={picture} alt="" />}
      <span className={beyond ? "gh-value-text gh-value-beyond" : "gh-value-text"}>{text}</span>
      {unit && <span className="gh-value-unit">{unit}</span>}
      {stale && !ageless && <Age age={age} />}
    </span>
  );
}
