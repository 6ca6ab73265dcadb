import { skipToken } from "@reduxjs/toolkit/query/react";
import { useMemo, useState } from "react";
import { useIntl } from "react-intl";
import type { RequestOf } from "#contract/kit/call.ts";
import type { DataRow, deviceData } from "#contract/resources/deviceData.ts";
import { useDisplay } from "#src/app/theme/useDisplay.ts";
import { CursorPager } from "#src/kit/screen/cursorPager.tsx";
import { FailedRead } from "#src/kit/screen/pageStates.tsx";
import { useFailure } from "#src/kit/screen/useFailure.ts";
import { type Column, DataTable } from "#src/kit/table/dataTable.tsx";
import type { TableLayout } from "#src/kit/table/tableLayout.ts";
import { pointLine, pointName } from "#src/kit/value/pointText.ts";
import { PointValue } from "#src/kit/value/pointValue.tsx";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { deviceDataCalls } from "#store/handles/deviceData.ts";
import { LongWait } from "./longWait.tsx";

const pageRows = 200;
const none: readonly DataRow[] = [];
const rowKey = (row: DataRow): string => `${row.deviceId}/${row.slave}/${row.pointId}/${row.ts}`;

interface DataRowsProps {
  zone: string;
  /** What is said while there is nothing to ask for. */
  missing: string;
  /** Undefined while there is nothing to ask for. */
  asked: Omit<RequestOf<typeof deviceData.calls.query>, "limit" | "cursor"> | undefined;
  layout: TableLayout;
  onLayout(layout: TableLayout): void;
}

/** What is stored of what is asked for, page by page. */
export function DataRows({ zone, missing, asked, layout, onLayout }: DataRowsProps) {
  const intl = useIntl();
  const { density } = useDisplay();
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const language = languageOf(intl);
  const cursor = cursors.at(-1);
  const read = deviceDataCalls.query.useQuery(
    asked ? { ...asked, limit: pageRows, ...(cursor === undefined ? {} : { cursor }) } : skipToken,
    { refetchOnMountOrArgChange: true },
  );
  const failure = useFailure(read);
  const rows = (asked && read.currentData?.rows) ?? none;
  const next = read.currentData?.cursor ?? undefined;
  const say = (id: string, values?: Record<string, number>) => intl.formatMessage({ id: `data.${id}` }, values);
  const columns = useMemo((): Column<DataRow>[] => {
    const label = (id: string) => intl.formatMessage({ id: `data.column.${id}` });
    return [
      { id: "ts", label: label("ts"), width: 156, text: (row) => formatInstant(zone, row.ts) },
      { id: "deviceName", label: label("deviceName"), width: 160, text: (row) => row.deviceName },
      { id: "sn", label: label("sn"), width: 128, mono: true, text: (row) => row.sn },
      { id: "slave", label: label("slave"), width: 140, text: (row) => `${row.slaveName} (${row.slave})` },
      { id: "point", label: label("point"), width: 160, text: (row) => pointName(row, language) },
      {
        id: "value",
        label: label("value"),
        width: 140,
        align: "end",
        text: (row) => (row.value === null ? "–" : pointLine(row.value, row, language)),
        render: (row) => <PointValue value={row.value} point={row} ageless />,
      },
      {
        id: "note",
        label: label("note"),
        width: 280,
        text: (row) =>
          row.code
            ? intl.formatMessage({ id: `fault.${row.code}` }, { slave: row.slave, address: pointName(row, language) })
            : row.beyond
              ? intl.formatMessage({ id: `data.beyond.${row.beyond}` })
              : "–",
      },
    ];
  }, [intl, language, zone]);
  return (
    <>
      <LongWait waiting={read.isFetching} />
      {failure !== undefined ? (
        <FailedRead error={failure} onRetry={() => void read.refetch()} />
      ) : (
        <div className="gh-data-rows">
          <DataTable
            label={say("title")}
            columns={columns}
            rows={rows}
            rowKey={rowKey}
            loading={read.isFetching}
            density={density}
            layout={layout}
            onLayout={onLayout}
            emptyState={asked === undefined ? missing : say(next === undefined ? "empty" : "goesOn")}
          />
        </div>
      )}
      <CursorPager cursors={cursors} next={next} onTurn={setCursors}>
        {say("shown", { count: rows.length, page: cursors.length + 1 })}
      </CursorPager>
    </>
  );
}
