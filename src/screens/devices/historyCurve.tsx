import { useMemo, useState } from "react";
import { useIntl } from "react-intl";
import type { DeviceWhole } from "#contract/resources/device.ts";
import type { Aggregation } from "#contract/resources/deviceDataLog.ts";
import { Chart } from "#src/kit/chart/chart.tsx";
import { curveFigure } from "#src/kit/chart/curves.ts";
import { useCurveWords } from "#src/kit/chart/useCurveWords.ts";
import { FailedRead, PageState } from "#src/kit/screen/pageStates.tsx";
import { useFailure } from "#src/kit/screen/useFailure.ts";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import { toInstant } from "#src/kit/value/zonedTime.ts";
import { useSession } from "#src/session/sessionView.ts";
import { deviceDataLogCalls } from "#store/handles/deviceDataLog.ts";
import { serverClock } from "#store/serverClock.ts";
import { AggregationOffer } from "./aggregationOffer.tsx";
import { awaySince } from "./awaySince.ts";
import { BucketNote } from "./bucketNote.tsx";
import { chosenLooks } from "./chosenPoints.ts";
import type { Range } from "./historyRange.ts";
import { type FixedAsk, historyRequest } from "./historyRequest.ts";
import { LongWait } from "./longWait.tsx";

const columns = 1600;
const leastMs = 60_000;

interface HistoryCurveProps {
  fixed: FixedAsk;
  /** Undefined until it is known. */
  device: DeviceWhole | undefined;
  onAggregate(aggregation: Aggregation): void;
}

/** The history as curves. Where the server had to reduce it, zooming in asks for what is shown in full. */
export function HistoryCurve({ fixed, device, onAggregate }: HistoryCurveProps) {
  const intl = useIntl();
  const words = useCurveWords();
  const {
    me: { zone },
  } = useSession();
  const [closer, setCloser] = useState<Range>();
  const { range } = fixed;
  const read = deviceDataLogCalls.query_mutil.useQuery({ ...historyRequest({ ask: fixed.ask, range: closer ?? range }), columns });
  const { data, isFetching, refetch, fulfilledTimeStamp } = read;
  const failure = useFailure(read);
  const language = languageOf(intl);
  const revision = `${fixed.ask.deviceId} ${range.from} ${range.to}`;
  const looks = useMemo(() => chosenLooks(device?.slaves ?? [], fixed.ask.points), [device?.slaves, fixed.ask.points]);
  const away = device && awaySince(device);
  const figure = useMemo(() => {
    // What is held is known up to the answer, or up to when the device last spoke, whatever the period says of days to come.
    const answered = fulfilledTimeStamp === undefined ? Number.POSITIVE_INFINITY : serverClock.at(fulfilledTimeStamp);
    const read = data && { from: data.from, to: Math.min(data.to, answered, away ?? Number.POSITIVE_INFINITY) };
    return curveFigure(data?.curves ?? [], { zone, language, words, ...range, ...(read ? { read } : {}), looks, revision });
  }, [data, fulfilledTimeStamp, away, zone, language, words, range, looks, revision]);
  if (failure !== undefined) return <FailedRead error={failure} onRetry={() => void refetch()} />;
  if (!data) return <LongWait waiting />;
  if (!closer && data.curves.every((curve) => !curve.before && !curve.invalid && curve.value.every((value) => value === null)))
    return <PageState icon="timeline-line-chart" text={intl.formatMessage({ id: "history.nothing" })} />;
  return (
    <>
      <LongWait waiting={isFetching} />
      {data.reduced && <AggregationOffer ask={fixed.ask} range={range} onAggregate={onAggregate} />}
      <BucketNote aggregation={fixed.ask.aggregation} zone={data.zone} range={range} />
      <Chart
        figure={figure}
        label={intl.formatMessage({ id: "history.chart" }, { name: device?.name ?? "" })}
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
