import { useMemo, useState } from "react";
import { useIntl } from "react-intl";
import { useSession } from "#src/app/sessionView.ts";
import { Chart } from "#src/kit/chart/chart.tsx";
import { curveFigure } from "#src/kit/chart/curves.ts";
import { FailedRead, PageState } from "#src/kit/screen/pageStates.tsx";
import { toInstant } from "#src/kit/value/zonedTime.ts";
import { historyCalls } from "#store/handles/history.ts";
import type { Range } from "./historyRange.ts";
import { type FixedAsk, historyRequest } from "./historyRequest.ts";
import { LongWait } from "./longWait.tsx";

const columns = 1600;
const leastMs = 60_000;

/** The history as curves. Where the server had to reduce it, zooming in asks for what is shown in full. */
export function HistoryCurve({ fixed, deviceName }: { fixed: FixedAsk; deviceName: string }) {
  const intl = useIntl();
  const { me } = useSession();
  const [closer, setCloser] = useState<Range>();
  const { range } = fixed;
  const read = historyCalls.query_mutil.useQuery({ ...historyRequest({ ask: fixed.ask, range: closer ?? range }), columns });
  const { data, error, isFetching, refetch } = read;
  const language = intl.locale.startsWith("en") ? "en" : "zh";
  const zone = data?.zone ?? me.zone;
  const revision = `${fixed.ask.deviceId} ${range.from} ${range.to}`;
  const figure = useMemo(
    () => curveFigure(data?.curves ?? [], { zone, language, from: range.from, to: range.to, revision }),
    [data, zone, language, range, revision],
  );
  if (error !== undefined && !isFetching) return <FailedRead error={error} onRetry={() => void refetch()} />;
  if (!data) return <LongWait waiting />;
  if (!closer && data.curves.every((curve) => curve.value.every((value) => value === null)))
    return <PageState icon="timeline-line-chart" text={intl.formatMessage({ id: "history.nothing" })} />;
  return (
    <>
      <LongWait waiting={isFetching} />
      <Chart
        figure={figure}
        label={intl.formatMessage({ id: "history.chart" }, { name: deviceName })}
        onRelayout={(shown) => {
          if (shown === undefined) setCloser(undefined);
          else if (data.reduced || closer) {
            const from = Math.max(range.from, Math.floor(toInstant(zone, shown[0])));
            const to = Math.min(range.to, Math.ceil(toInstant(zone, shown[1])));
            if (to - from >= leastMs) setCloser({ from, to });
          }
        }}
      />
    </>
  );
}
