import { skipToken } from "@reduxjs/toolkit/query/react";
import { useMemo } from "react";
import { useIntl } from "react-intl";
import { Chart } from "#src/kit/chart/chart.tsx";
import { curveFigure } from "#src/kit/chart/curves.ts";
import { useCurveWords } from "#src/kit/chart/useCurveWords.ts";
import { FailedRead } from "#src/kit/screen/pageStates.tsx";
import { useFailure } from "#src/kit/screen/useFailure.ts";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import { awaySince } from "#src/screens/devices/awaySince.ts";
import { chosenKey, chosenLooks } from "#src/screens/devices/chosenPoints.ts";
import { withTail } from "#src/screens/devices/liveCurve.ts";
import { useLiveTail } from "#src/screens/devices/useLiveTail.ts";
import { useSession } from "#src/session/sessionView.ts";
import { deviceDataLogCalls } from "#store/handles/deviceDataLog.ts";
import { usePanelDevice } from "./panelContext.ts";

const dayMs = 86_400_000;
const axisStepMs = 60_000;

/** The last 24 hours of a data point, carried on by what comes in. */
export function PanelCurve({ slave, pointId, title, height }: { slave: number; pointId: string; title: string; height: number }) {
  const intl = useIntl();
  const words = useCurveWords();
  const { me } = useSession();
  const { device, live, now, asOf, draws } = usePanelDevice();
  const language = languageOf(intl);
  const chosen = useMemo(() => [{ slave, pointId }], [slave, pointId]);
  const request = {
    ...{ deviceId: device.id, points: chosen, columns: 600 },
    ...{ from: new Date(asOf - dayMs).toISOString(), to: new Date(asOf).toISOString() },
  };
  const read = deviceDataLogCalls.query_mutil.useQuery(draws ? request : skipToken);
  const tails = useLiveTail(live, chosen.map(chosenKey), asOf);
  const looks = useMemo(() => chosenLooks(device.slaves, chosen), [device.slaves, chosen]);
  const end = Math.max(asOf, Math.ceil(now / axisStepMs) * axisStepMs);
  const away = awaySince(device);
  const { data } = read;
  const figure = useMemo(() => {
    const from = end - dayMs;
    const curves = (data?.curves ?? []).map((curve) => withTail(curve, tails.get(chosenKey(curve.point)) ?? []));
    const shown = { from, to: Math.min(end, away ?? end) };
    return curveFigure(curves, {
      ...{ zone: me.zone, language, words, from, to: end, looks, read: shown },
      revision: `${device.id} ${slave}/${pointId}`,
    });
  }, [data, tails, me.zone, language, words, end, looks, away, device.id, slave, pointId]);
  const failure = useFailure({ ...read, currentData: data });
  if (!draws) return <span className="gh-panel-nothing">{intl.formatMessage({ id: "panel.noHistory" })}</span>;
  if (failure !== undefined) return <FailedRead error={failure} onRetry={() => void read.refetch()} />;
  return <Chart figure={figure} label={intl.formatMessage({ id: "panel.curve" }, { point: title })} height={height} />;
}
