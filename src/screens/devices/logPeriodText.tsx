import { useIntl } from "react-intl";
import type { ListState } from "#src/kit/screen/listState.ts";
import { zoneName } from "#src/kit/value/zonedTime.ts";
import { useSession } from "#src/session/sessionView.ts";
import { serverNow } from "#store/serverClock.ts";
import { dayNames, logPeriod } from "./logPeriod.ts";

/** First and last day of what is shown. */
export function LogPeriodText({ days }: { days: readonly string[] }) {
  const intl = useIntl();
  const [first] = days;
  if (first === undefined) return null;
  const values = { first, last: days.at(-1) ?? first };
  return <span className="gh-logs-period">{intl.formatMessage({ id: "logs.days.period" }, values)}</span>;
}

/** The same with its zone, where no chart says it. */
export function LogPeriodLine({ state: { filters } }: { state: ListState }) {
  const {
    me: { zone },
  } = useSession();
  return (
    <p className="gh-logs-period-line">
      <LogPeriodText days={dayNames(zone, logPeriod(zone, filters, serverNow()))} />
      <span className="gh-logs-period">{zoneName(zone, serverNow())}</span>
    </p>
  );
}
