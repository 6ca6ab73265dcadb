import { skipToken } from "@reduxjs/toolkit/query/react";
import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { FailedRead } from "#src/kit/screen/pageStates.tsx";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { useFailure } from "#src/kit/screen/useFailure.ts";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { ViewLink } from "#src/kit/view/viewLink.tsx";
import { deviceCalls } from "#store/handles/device.ts";
import "./home.css";

const shown = 8;
const anew = { refetchOnMountOrArgChange: true };

/** The devices of the list that were installed within these days, and are what else is asked for. */
const listOf = (within: { from: string; to?: string }, filters: Readonly<Record<string, string>> = {}): string => {
  const asked = { ...filters, installedFrom: within.from, ...(within.to === undefined ? {} : { installedTo: within.to }) };
  return `/devices/list?${new URLSearchParams(asked).toString()}`;
};

interface Bar {
  key: string;
  label: string;
  count: number;
  /** Undefined where no list has exactly these. */
  to: string | undefined;
}

/** Bars as long as their counts, the longest first. */
function Ranking({ title, bars, others }: { title: string; bars: readonly Bar[]; others: number }) {
  const intl = useIntl();
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const name = ({ label, to }: Bar): ReactNode =>
    to === undefined ? (
      label
    ) : (
      <ViewLink call={deviceCalls.query.call} to={to}>
        <ForeignText text={label} />
      </ViewLink>
    );
  return (
    <div className="gh-ranking">
      <h3>{title}</h3>
      <ul>
        {bars.map((bar) => (
          <li key={bar.key}>
            <span className="gh-ranking-name" title={bar.label}>
              {name(bar)}
            </span>
            <span className="gh-ranking-bar">
              <span style={{ width: `${(100 * bar.count) / most}%` }} />
            </span>
            <span className="gh-ranking-count">{intl.formatNumber(bar.count)}</span>
          </li>
        ))}
      </ul>
      {others > 0 && <p className="gh-home-nothing">{intl.formatMessage({ id: "home.installed.others" }, { count: others })}</p>}
    </div>
  );
}

const rest = (groups: readonly { count: number }[], others: number): number =>
  groups.slice(shown).reduce((sum, { count }) => sum + count, others);

function Areas({ from }: { from: string }) {
  const intl = useIntl();
  const read = deviceCalls.area_new_up.useQuery({ installedFrom: from }, anew);
  const failure = useFailure(read);
  const title = intl.formatMessage({ id: "home.installed.areas" });
  if (failure !== undefined) return <FailedRead error={failure} onRetry={() => void read.refetch()} />;
  if (!read.data) return null;
  const { groups, others } = read.data;
  const bars = groups.slice(0, shown).map(({ province, city, count }): Bar => {
    const named = [province, city].filter((part) => part !== "");
    const filters = { ...(province === "" ? {} : { province }), ...(city === "" ? {} : { city }) };
    return {
      ...{
        key: `${province} ${city}`,
        count,
        label: named.length === 0 ? intl.formatMessage({ id: "home.installed.nowhere" }) : named.join(" · "),
      },
      to: named.length === 2 ? listOf({ from }, filters) : undefined,
    };
  });
  return <Ranking title={title} bars={bars} others={rest(groups, others)} />;
}

function Industries({ from }: { from: string }) {
  const intl = useIntl();
  const read = deviceCalls.guild_new_up.useQuery({ installedFrom: from }, anew);
  const failure = useFailure(read);
  if (failure !== undefined) return <FailedRead error={failure} onRetry={() => void read.refetch()} />;
  if (!read.data) return null;
  const { groups, others } = read.data;
  const bars = groups.slice(0, shown).map(
    ({ industry, count }): Bar => ({
      ...{ key: industry, count, label: industry === "" ? intl.formatMessage({ id: "home.installed.nowhere" }) : industry },
      to: industry === "" ? undefined : listOf({ from }, { industry }),
    }),
  );
  return <Ranking title={intl.formatMessage({ id: "home.installed.industries" })} bars={bars} others={rest(groups, others)} />;
}

/** Devices newly installed in each of the last twelve months, and where and for what. */
export function Installations() {
  const intl = useIntl();
  const allowed = useAllowed();
  const readable = allowed(deviceCalls.new_up.call);
  const read = deviceCalls.new_up.useQuery(readable ? {} : skipToken, anew);
  const failure = useFailure(read);
  const say = (id: string, values?: Record<string, number>) => intl.formatMessage({ id: `home.installed.${id}` }, values);
  if (!readable) return null;
  if (failure !== undefined) return <FailedRead error={failure} onRetry={() => void read.refetch()} />;
  const periods = read.data?.periods ?? [];
  const from = periods[0]?.firstDay;
  const total = periods.reduce((sum, { count }) => sum + count, 0);
  const most = Math.max(1, ...periods.map(({ count }) => count));
  const month = (day: string, length: "short" | "long") =>
    intl.formatDate(new Date(day), { month: length, ...(length === "long" ? { year: "numeric" } : {}), timeZone: "UTC" });
  return (
    <section className="gh-installed" aria-label={say("title")}>
      <h2>
        {say("title")}
        {from !== undefined && (
          <ViewLink className="gh-home-all" call={deviceCalls.query.call} to={listOf({ from })}>
            {say("total", { count: total })}
          </ViewLink>
        )}
      </h2>
      <ol className="gh-months">
        {periods.map(({ firstDay: first, lastDay: to, count }) => (
          <li key={first}>
            <ViewLink
              className="gh-month"
              call={deviceCalls.query.call}
              to={listOf({ from: first, to })}
              title={`${month(first, "long")}: ${intl.formatNumber(count)}`}
            >
              <span className="gh-month-count">{intl.formatNumber(count)}</span>
              <span className="gh-month-bar" style={{ height: `${(100 * count) / most}%` }} />
              <span className="gh-month-name">{month(first, "short")}</span>
            </ViewLink>
          </li>
        ))}
      </ol>
      {from !== undefined && total > 0 && (
        <div className="gh-rankings">
          {allowed(deviceCalls.area_new_up.call) && <Areas from={from} />}
          {allowed(deviceCalls.guild_new_up.call) && <Industries from={from} />}
        </div>
      )}
    </section>
  );
}
