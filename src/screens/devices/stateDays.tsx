import { skipToken } from "@reduxjs/toolkit/query/react";
import { useMemo } from "react";
import { type IntlShape, useIntl } from "react-intl";
import type { ResponseOf } from "#contract/kit/call.ts";
import { type deviceStateLog, type StateKind, stateKinds } from "#contract/resources/deviceStateLog.ts";
import { Chart } from "#src/kit/chart/chart.tsx";
import type { Figure } from "#src/kit/chart/figure.ts";
import type { ListState } from "#src/kit/screen/listState.ts";
import { FailedRead } from "#src/kit/screen/pageStates.tsx";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { useFailure } from "#src/kit/screen/useFailure.ts";
import { zoneName } from "#src/kit/value/zonedTime.ts";
import { useViewLocation } from "#src/kit/view/viewLocation.ts";
import { useSession } from "#src/session/sessionView.ts";
import { deviceStateLogCalls } from "#store/handles/deviceStateLog.ts";
import { serverNow } from "#store/serverClock.ts";
import { lastedText } from "./lastedText.ts";
import { dayNames, periodFault } from "./logPeriod.ts";
import { LogPeriodText } from "./logPeriodText.tsx";
import { stateRequest } from "./stateRequest.ts";

type Counts = ResponseOf<typeof deviceStateLog.calls.daily_count>;

const colors: Record<StateKind, string> = { offline: "#c87619", online: "#238551" };

/** Up to here every count has a line of its own; an axis of its own choice would halve them. */
const fewCounts = 4;

const mostLabels = 12;

/** Labels of as many days as have room, evenly spaced; the years stand above the chart. */
const labelled = (days: readonly string[]) => {
  const step = Math.ceil(days.length / mostLabels);
  const chosen = days.filter((_, place) => place % step === 0);
  return { tickmode: "array" as const, tickvals: chosen, ticktext: chosen.map((day) => day.slice(5)) };
};

const figureOf = (days: readonly string[], counts: Counts, kinds: readonly StateKind[], intl: IntlShape): Figure => ({
  data: kinds.map((kind) => ({
    type: "bar" as const,
    name: intl.formatMessage({ id: `presence.${kind}` }),
    x: counts.days.filter((day) => day[kind] > 0).map(({ day }) => day),
    y: counts.days.filter((day) => day[kind] > 0).map((day) => day[kind]),
    marker: { color: colors[kind] },
  })),
  layout: {
    barmode: "group",
    bargap: 0.4,
    showlegend: true,
    margin: { l: 48, r: 16, t: 4, b: 40 },
    xaxis: {
      type: "category",
      categoryorder: "array",
      categoryarray: [...days],
      range: [-0.5, days.length - 0.5],
      ...labelled(days),
      tickangle: 0,
      title: { text: zoneName(counts.zone, serverNow()) },
    },
    yaxis: {
      rangemode: "tozero",
      tickformat: ",d",
      ...(counts.days.every((day) => kinds.every((kind) => day[kind] <= fewCounts)) ? { dtick: 1 } : { nticks: 4 }),
      title: { text: intl.formatMessage({ id: "logs.days.count" }) },
    },
  },
});

function Away({ away }: { away: Counts["away"] }) {
  const intl = useIntl();
  if (!away) return null;
  if (away.count === 0) return <span>{intl.formatMessage({ id: "logs.away.none" })}</span>;
  const { count, milliseconds, longest } = away;
  const values = { count, total: lastedText(milliseconds, intl), longest: lastedText(longest, intl) };
  return <strong>{intl.formatMessage({ id: "logs.away" }, values)}</strong>;
}

/** Changes of each day of the period as bars, and of one device how often and how long it was away. */
export function StateDays({ state }: { state: ListState }) {
  const intl = useIntl();
  const {
    me: { zone },
  } = useSession();
  const deviceId = useViewLocation().search.get("deviceId") ?? "";
  const request = stateRequest(zone, deviceId, state);
  const readable = useAllowed()(deviceStateLogCalls.daily_count.call);
  const fault = periodFault(request);
  const { data, currentData, error, isFetching, refetch } = deviceStateLogCalls.daily_count.useQuery(
    readable && !fault ? request : skipToken,
    {
      refetchOnMountOrArgChange: true,
    },
  );
  const failure = useFailure({ currentData, error, isFetching, refetch });
  const { from, to, kind } = request;
  const days = useMemo(() => dayNames(zone, { from, to }), [zone, from, to]);
  const figure = useMemo(() => data && figureOf(days, data, kind ? [kind] : stateKinds, intl), [data, days, kind, intl]);
  if (!readable) return null;
  const values = { first: days[0] ?? "", last: days.at(-1) ?? "" };
  return (
    <section className="gh-logs-days" aria-label={intl.formatMessage({ id: "logs.days" })}>
      <header className="gh-logs-days-head">
        <h2>{intl.formatMessage({ id: "logs.days" })}</h2>
        <LogPeriodText days={days} />
        {fault && <span role="alert">{intl.formatMessage({ id: fault })}</span>}
        <Away away={data?.away ?? null} />
        {data?.days.length === 0 && <span className="gh-logs-period">{intl.formatMessage({ id: "logs.days.none" })}</span>}
      </header>
      {failure !== undefined && !fault ? (
        <FailedRead error={failure} onRetry={() => void refetch()} />
      ) : fault ? null : (
        <div className="gh-logs-chart">
          {figure && <Chart figure={figure} label={intl.formatMessage({ id: "logs.days.chart" }, values)} />}
        </div>
      )}
    </section>
  );
}
