import { Spinner } from "@blueprintjs/core";
import { useMemo } from "react";
import { type IntlShape, useIntl } from "react-intl";
import { Chart } from "#src/kit/chart/chart.tsx";
import { FailedRead, NoPermission, PageState } from "#src/kit/screen/pageStates.tsx";
import { isGranted } from "#src/kit/screen/useAllowed.ts";
import { useFailure } from "#src/kit/screen/useFailure.ts";
import { useSession } from "#src/session/sessionView.ts";
import { sampleCalls } from "#store/handles/sample.ts";
import "#src/kit/screen/screen.css";
import "./sample.css";
import { months, type SampleCounts, sampleCounts } from "./sampleFigures.ts";

const figuresOf = (counts: SampleCounts, intl: IntlShape) => {
  const say = (id: string): string => intl.formatMessage({ id });
  const axis = (id: string) => ({ title: { text: say(id), standoff: 12 }, type: "category" as const, automargin: true });
  const people = { title: { text: say("sample.charts.people") }, rangemode: "tozero" as const };
  return [
    {
      id: "births",
      figure: {
        data: [{ type: "scatter" as const, mode: "lines+markers" as const, x: [...months], y: counts.births }],
        layout: { xaxis: axis("sample.charts.month"), yaxis: people },
      },
    },
    {
      id: "groups",
      figure: {
        data: [
          { type: "bar" as const, x: counts.groups.map(({ from, to }) => `${from}–${to}`), y: counts.groups.map((group) => group.people) },
        ],
        layout: { xaxis: axis("sample.charts.ages"), yaxis: people },
      },
    },
    {
      id: "sexes",
      figure: {
        data: [
          {
            type: "pie" as const,
            labels: [say("sample.users.option.sex.1"), say("sample.users.option.sex.0")],
            values: [counts.sexes.male, counts.sexes.female],
          },
        ],
        layout: {},
      },
    },
    {
      id: "heat",
      figure: {
        data: [{ type: "heatmap" as const, x: [...months], y: counts.heat.decades.map(String), z: counts.heat.people }],
        layout: { xaxis: axis("sample.charts.month"), yaxis: axis("sample.charts.decade") },
      },
    },
  ];
};

function Charts() {
  const intl = useIntl();
  const read = sampleCalls.list.useQuery({}, { refetchOnMountOrArgChange: true });
  const { data } = read;
  const failure = useFailure(read);
  const figures = useMemo(() => (data && data.users.length > 0 ? figuresOf(sampleCounts(data.users), intl) : []), [data, intl]);
  if (failure !== undefined) return <FailedRead error={failure} onRetry={() => void read.refetch()} />;
  if (!data) return <Spinner className="gh-sample-waiting" />;
  if (figures.length === 0) return <PageState icon="timeline-line-chart" text={intl.formatMessage({ id: "sample.charts.empty" })} />;
  return (
    <div className="gh-sample-charts">
      {figures.map(({ id, figure }) => {
        const label = intl.formatMessage({ id: `sample.charts.${id}.title` });
        return (
          <section key={id} className="gh-sample-chart" aria-label={label}>
            <h2>{label}</h2>
            <Chart figure={figure} label={label} />
          </section>
        );
      })}
    </div>
  );
}

/** Charts of the sample users: a line, bars, a pie and a heat map. */
export function SampleChartsScreen() {
  const intl = useIntl();
  const { me } = useSession();
  return (
    <section className="gh-page gh-sample">
      <header className="gh-page-head">
        <h1 className="gh-page-title">{intl.formatMessage({ id: "sample.charts.title" })}</h1>
      </header>
      {isGranted(me.paths, sampleCalls.list.call) ? <Charts /> : <NoPermission />}
    </section>
  );
}
