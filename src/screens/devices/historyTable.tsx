import { Callout } from "@blueprintjs/core";
import { useMemo, useState } from "react";
import { useIntl } from "react-intl";
import type { ResponseOf } from "#contract/kit/call.ts";
import { limits } from "#contract/limits.ts";
import type { Aggregation, deviceDataLog } from "#contract/resources/deviceDataLog.ts";
import { useDisplay } from "#src/app/theme/useDisplay.ts";
import { curveName } from "#src/kit/chart/curveLine.ts";
import { CursorPager } from "#src/kit/screen/cursorPager.tsx";
import { FailedRead } from "#src/kit/screen/pageStates.tsx";
import { useFailure } from "#src/kit/screen/useFailure.ts";
import { type Column, DataTable } from "#src/kit/table/dataTable.tsx";
import type { TableSort } from "#src/kit/table/tableColumn.ts";
import { defaultLayout } from "#src/kit/table/tableLayout.ts";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import { doubledTimes, formatInstant } from "#src/kit/value/zonedTime.ts";
import { useSession } from "#src/session/sessionView.ts";
import { deviceDataLogCalls } from "#store/handles/deviceDataLog.ts";
import { AggregationOffer } from "./aggregationOffer.tsx";
import { BucketNote } from "./bucketNote.tsx";
import { cellsWidth, cellText, HistoryCell } from "./historyCell.tsx";
import { silentPoints } from "./historyNotes.ts";
import { type FixedAsk, historyRequest } from "./historyRequest.ts";
import { LongWait } from "./longWait.tsx";

type Row = ResponseOf<typeof deviceDataLog.calls.query>["rows"][number];

const noRows: readonly never[] = [];
const timeWidth = 156;
const markedTimeWidth = 204;
const rowKey = (row: Row): string => row.ts;

interface HistoryTableProps {
  fixed: FixedAsk;
  deviceName: string;
  onAggregate(aggregation: Aggregation): void;
}

/** The history as rows by instant, ten thousand at a time; further ones follow by cursor. */
export function HistoryTable({ fixed, deviceName, onAggregate }: HistoryTableProps) {
  const intl = useIntl();
  const { me } = useSession();
  const { density } = useDisplay();
  const language = languageOf(intl);
  const [layout, setLayout] = useState(defaultLayout);
  const [order, setOrder] = useState<"asc" | "desc">("desc");
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  const read = deviceDataLogCalls.query.useQuery({
    ...historyRequest(fixed),
    order,
    limit: limits.history.rows,
    ...(cursor === undefined ? {} : { cursor }),
  });
  const { currentData, isFetching, refetch } = read;
  const failure = useFailure(read);
  const points = currentData?.points ?? noRows;
  const rows = currentData?.rows ?? noRows;
  const next = currentData?.cut ? (currentData.cursor ?? undefined) : undefined;
  const doubled = doubledTimes(me.zone, fixed.range.from, fixed.range.to).length > 0;
  const columns = useMemo((): Column<Row>[] => {
    const several = new Set(points.map((point) => point.slave)).size > 1;
    return [
      {
        id: "ts",
        label: intl.formatMessage({ id: "history.time" }),
        width: doubled ? markedTimeWidth : timeWidth,
        sortable: true,
        text: (row) => formatInstant(me.zone, row.ts),
      },
      ...points.map((point, place): Column<Row> => {
        const name = curveName(point, language, several);
        const label = point.unit ? `${name} (${point.unit})` : name;
        return {
          id: `${point.slave}/${point.pointId}`,
          label,
          width: cellsWidth(label, rows, place, point, language, intl),
          align: "end",
          text: (row) => cellText(row, place, point, language, intl),
          render: (row) => <HistoryCell row={row} place={place} point={point} />,
        };
      }),
    ];
  }, [points, rows, intl, language, me.zone, doubled]);
  // A column that has its width takes none of what is left over.
  const fixedLayout = useMemo(() => {
    const widths = Object.fromEntries(columns.map(({ id, width = timeWidth }) => [id, width]));
    return { ...layout, widths: { ...widths, ...layout.widths } };
  }, [columns, layout]);
  if (failure !== undefined) return <FailedRead error={failure} onRetry={() => void refetch()} />;
  const onSort = (sort: TableSort | undefined) => {
    setCursors([]);
    setOrder(sort?.order ?? "desc");
  };
  const whole = currentData && cursor === undefined && next === undefined ? currentData : undefined;
  // Of a table without any row its empty state says so already.
  const silent = whole ? silentPoints(whole, me.zone, language).filter(({ held }) => held || rows.length > 0) : [];
  const first = cursors.length * limits.history.rows + 1;
  return (
    <div className="gh-history-table">
      <LongWait waiting={isFetching} />
      {next !== undefined && (
        <Callout compact intent="warning" role="status">
          {intl.formatMessage({ id: "code.tooMuchData" })}
        </Callout>
      )}
      {next !== undefined && <AggregationOffer ask={fixed.ask} range={fixed.range} onAggregate={onAggregate} />}
      {currentData && <BucketNote aggregation={fixed.ask.aggregation} zone={currentData.zone} range={fixed.range} />}
      {silent.map(({ key, name, held }) => (
        <p key={key} className="gh-history-note">
          {held
            ? intl.formatMessage({ id: "history.held" }, { name, value: held.value, at: held.at })
            : intl.formatMessage({ id: "history.silent" }, { name })}
        </p>
      ))}
      <div className="gh-history-rows">
        <DataTable
          label={intl.formatMessage({ id: "history.chart" }, { name: deviceName })}
          columns={columns}
          rows={rows}
          rowKey={rowKey}
          loading={isFetching}
          sort={{ field: "ts", order }}
          onSort={onSort}
          density={density}
          layout={fixedLayout}
          onLayout={setLayout}
          emptyState={intl.formatMessage({ id: "history.nothing" })}
        />
      </div>
      <CursorPager cursors={cursors} next={next} onTurn={setCursors}>
        {rows.length > 0 && intl.formatMessage({ id: "history.rows" }, { first, last: first + rows.length - 1 })}
      </CursorPager>
    </div>
  );
}
