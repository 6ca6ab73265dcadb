import { useMemo, useState } from "react";
import { useIntl } from "react-intl";
import type { AlarmRow, RuleRow } from "#contract/resources/alarm.ts";
import { Chart } from "#src/kit/chart/chart.tsx";
import { withMarks } from "#src/kit/chart/curveMarks.ts";
import { curveFigure } from "#src/kit/chart/curves.ts";
import { useCurveWords } from "#src/kit/chart/useCurveWords.ts";
import { FailedRead } from "#src/kit/screen/pageStates.tsx";
import { useFailure } from "#src/kit/screen/useFailure.ts";
import { pointName } from "#src/kit/value/pointText.ts";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import { useSession } from "#src/session/sessionView.ts";
import { deviceDataLogCalls } from "#store/handles/deviceDataLog.ts";
import { serverNow } from "#store/serverClock.ts";
import { momentRange } from "./alarmAddress.ts";
import { ruleLevels } from "./ruleLevels.ts";
import "./alarms.css";

const columns = 800;

interface AlarmCurveProps {
  alarm: AlarmRow & { pointId: string };
  /** Where it may be read and still asks of the same data point. */
  rule: RuleRow | undefined;
}

/** Readings of the data point from some minutes before an alarm was raised until some behind its end, with the limits of its rule. */
export function AlarmCurve({ alarm, rule }: AlarmCurveProps) {
  const intl = useIntl();
  const words = useCurveWords();
  const {
    me: { zone },
  } = useSession();
  const [now] = useState(serverNow);
  const language = languageOf(intl);
  const { deviceId, slave, pointId, raisedAt, releasedAt } = alarm;
  const { from, to } = momentRange(alarm, now);
  const read = deviceDataLogCalls.query_mutil.useQuery({
    ...{ deviceId, points: [{ slave, pointId }], columns },
    ...{ from: new Date(from).toISOString(), to: new Date(to).toISOString() },
  });
  const failure = useFailure(read);
  const { data } = read;
  const figure = useMemo(() => {
    const curves = data?.curves ?? [];
    const plainFigure = curveFigure(curves, { zone, language, words, from, to, read: { from, to: Math.min(to, now) } });
    const say = (id: string) => intl.formatMessage({ id: `alarmCurve.${id}` });
    const raised = Date.parse(raisedAt);
    const released = releasedAt === null ? undefined : Date.parse(releasedAt);
    return withMarks(plainFigure, zone, {
      levels: rule ? ruleLevels(rule, curves[0]?.point.unit ?? "", intl) : [],
      moments: [
        { at: raised, text: say("raised"), tone: "bad" as const },
        ...(released === undefined || released > to ? [] : [{ at: released, text: say("released"), tone: "good" as const }]),
      ],
      spans: [{ from: raised, to: Math.min(released ?? to, to) }],
    });
  }, [data, zone, language, words, from, to, now, raisedAt, releasedAt, rule, intl]);
  const title = intl.formatMessage({ id: "alarmCurve.title" });
  const point = pointName({ name: alarm.pointName, nameEn: alarm.pointNameEn }, language);
  const empty = data?.curves.every((curve) => !curve.before && !curve.invalid && curve.value.every((value) => value === null));
  return (
    <section className="gh-alarm-part" aria-label={title}>
      <h3>{title}</h3>
      {failure !== undefined && <FailedRead error={failure} onRetry={() => void read.refetch()} />}
      {failure === undefined && empty && <p className="gh-field-help">{intl.formatMessage({ id: "alarmCurve.nothing" })}</p>}
      {failure === undefined && !empty && (
        <Chart figure={figure} label={intl.formatMessage({ id: "alarmCurve.chart" }, { point })} height={260} />
      )}
    </section>
  );
}
