import { skipToken } from "@reduxjs/toolkit/query/react";
import { useMemo } from "react";
import { useIntl } from "react-intl";
import type { LiveValues } from "#src/app/realtime/useDeviceValues.ts";
import { Chart } from "#src/kit/chart/chart.tsx";
import { curveFigure } from "#src/kit/chart/curves.ts";
import type { LineLook } from "#src/kit/chart/pointColor.ts";
import { useCurveWords } from "#src/kit/chart/useCurveWords.ts";
import { FailedRead } from "#src/kit/screen/pageStates.tsx";
import { useFailure } from "#src/kit/screen/useFailure.ts";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import { startOfDay } from "#src/kit/value/zonedTime.ts";
import { useSession } from "#src/session/sessionView.ts";
import { deviceDataLogCalls } from "#store/handles/deviceDataLog.ts";
import { type ChosenPoint, chosenKey, writeChosen } from "./chosenPoints.ts";
import { withTail } from "./liveCurve.ts";
import { useLiveTail } from "./useLiveTail.ts";

interface DayChartProps {
  deviceId: string;
  name: string;
  chosen: readonly ChosenPoint[];
  looks: ReadonlyMap<string, LineLook>;
  live: LiveValues;
  /** When the readings so far are asked for; a later time asks anew. */
  asOf: number;
  now: number;
  /** What is held is known no further; undefined while the device is there. */
  heldTo: number | undefined;
}

const axisStepMs = 30_000;

/** Today's curves of the chosen points, from midnight of the reader's zone on, carried on by what comes in. */
export function DayChart({ deviceId, name, chosen, looks, live, asOf, now, heldTo }: DayChartProps) {
  const intl = useIntl();
  const words = useCurveWords();
  const {
    me: { zone },
  } = useSession();
  const from = startOfDay(zone, asOf);
  const language = languageOf(intl);
  const request = {
    deviceId,
    points: [...chosen],
    from: new Date(from).toISOString(),
    to: new Date(asOf).toISOString(),
    columns: 1200,
  };
  const { data, error, isFetching, refetch } = deviceDataLogCalls.query_mutil.useQuery(
    chosen.length === 0 || asOf <= from ? skipToken : request,
  );
  const tails = useLiveTail(live, chosen.map(chosenKey), asOf);
  const revision = `${deviceId} ${writeChosen(chosen)} ${from}`;
  const end = Math.max(asOf, Math.ceil(now / axisStepMs) * axisStepMs);
  const figure = useMemo(() => {
    const curves = (data?.curves ?? [])
      .filter((curve) => chosen.some((point) => chosenKey(point) === chosenKey(curve.point)))
      .map((curve) => withTail(curve, tails.get(chosenKey(curve.point)) ?? []));
    return curveFigure(curves, { zone, language, words, from, to: end, looks, read: { from, to: Math.min(end, heldTo ?? end) }, revision });
  }, [data, chosen, tails, zone, language, words, from, end, looks, heldTo, revision]);
  const failure = useFailure({ currentData: data, error, isFetching, refetch });
  if (chosen.length === 0) return <p className="gh-device-nothing">{intl.formatMessage({ id: "device.chart.choose" })}</p>;
  if (failure !== undefined) return <FailedRead error={failure} onRetry={() => void refetch()} />;
  return <Chart figure={figure} label={intl.formatMessage({ id: "device.chart.label" }, { name })} height={320} />;
}
