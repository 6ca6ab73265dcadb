import { useCallback, useEffect, useMemo, useState } from "react";
import { useIntl } from "react-intl";
import { useSelector } from "react-redux";
import { limits } from "#contract/limits.ts";
import type { AlarmedDevice } from "#contract/resources/alarm.ts";
import type { ListState } from "#src/kit/screen/listState.ts";
import { FailedRead } from "#src/kit/screen/pageStates.tsx";
import { StatusLine } from "#src/kit/screen/statusLine.tsx";
import { useFailure } from "#src/kit/screen/useFailure.ts";
import { type Column, DataTable } from "#src/kit/table/dataTable.tsx";
import type { TableSort } from "#src/kit/table/tableColumn.ts";
import { LevelMark } from "#src/kit/value/levelMark.tsx";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { useViewLocation, useViewNavigate } from "#src/kit/view/viewLocation.ts";
import { useSession } from "#src/session/sessionView.ts";
import { alarmLogCalls } from "#store/handles/alarmLog.ts";
import type { State } from "#store/store.ts";
import { askedFilters } from "./alarmFilters.ts";
import "./alarms.css";
import { FleetInAlarm } from "./fleetInAlarm.tsx";

type PageRequest = Pick<ListState, "pageNo" | "pageSize">;
type Asked = Parameters<typeof alarmLogCalls.queryDevices.useQuery>[0];

const newestFirst: TableSort = { field: "raisedAt", order: "desc" };
const sortable: ReadonlySet<string> = new Set(["name", "sn", "level", "count", "open", "raisedAt", "companyName"]);
/** What the address says of the list itself. */
const ofList = ["view", "page", "sort", "record"] as const;

/** The history device by device, under the filters of the list; a device opens its records. */
export function AlarmedDevices({ state }: { state: ListState }) {
  const intl = useIntl();
  const { me } = useSession();
  const navigate = useViewNavigate();
  const { path, search } = useViewLocation();
  const density = useSelector(({ display }: State) => display.density);
  const [sort, setSort] = useState<TableSort | undefined>(newestFirst);
  const [page, setPage] = useState<PageRequest>({ pageNo: 1, pageSize: limits.page.size });
  const filters = useMemo(() => askedFilters(me.zone, state.filters), [me.zone, state.filters]);
  const asking = JSON.stringify([filters, sort]);
  // Other filters and another order start at the first page.
  useEffect(() => setPage((before) => (asking === "" ? before : { ...before, pageNo: 1 })), [asking]);
  const asked = { ...filters, ...page, sortField: sort?.field, sortOrder: sort?.order } as Asked;
  const read = alarmLogCalls.queryDevices.useQuery(asked, { refetchOnMountOrArgChange: true });
  const failure = useFailure(read);
  const columns = useMemo(() => {
    const column = (id: string, rest: Omit<Column<AlarmedDevice>, "id" | "label">): Column<AlarmedDevice> => ({
      ...{ id, label: intl.formatMessage({ id: `alarmedDevices.column.${id}` }), sortable: sortable.has(id) },
      ...rest,
    });
    return [
      column("level", {
        width: 112,
        text: (row) => intl.formatMessage({ id: `alarmLevel.${row.level}` }),
        render: (row) => <LevelMark level={row.level} />,
      }),
      column("name", { width: 200, text: (row) => row.name }),
      column("sn", { width: 140, mono: true, text: (row) => row.sn }),
      column("count", { width: 110, align: "end", number: (row) => row.count, text: (row) => intl.formatNumber(row.count) }),
      column("open", { width: 110, align: "end", number: (row) => row.open, text: (row) => intl.formatNumber(row.open) }),
      column("raisedAt", { width: 160, instant: (row) => row.raisedAt, text: (row) => formatInstant(me.zone, row.raisedAt) }),
      column("companyName", { width: 150, text: (row) => row.companyName }),
    ];
  }, [intl, me.zone]);
  const open = useCallback(
    ({ id }: AlarmedDevice) => {
      const next = new URLSearchParams(search);
      for (const key of ofList) next.delete(key);
      next.set("deviceId", id);
      navigate(`${path}?${next}`);
    },
    [path, search, navigate],
  );
  const { data } = read;
  return (
    <div className="gh-alarmed">
      <FleetInAlarm companyId={state.filters.companyId} />
      {failure !== undefined ? (
        <FailedRead error={failure} onRetry={() => void read.refetch()} />
      ) : (
        <>
          <div className="gh-alarmed-rows">
            <DataTable
              label={intl.formatMessage({ id: "alarms.view.devices" })}
              columns={columns}
              rows={data?.list ?? []}
              rowKey={(row) => row.id}
              loading={read.isFetching}
              sort={sort}
              onSort={setSort}
              density={density}
              onOpen={open}
              emptyState={intl.formatMessage({ id: "alarmedDevices.empty" })}
            />
          </div>
          <StatusLine
            pageNo={data?.pageNo ?? page.pageNo}
            pageSize={page.pageSize}
            shown={data?.list.length ?? 0}
            total={data?.total}
            onPage={(pageNo) => setPage((before) => ({ ...before, pageNo }))}
            onPageSize={(pageSize) => setPage({ pageNo: 1, pageSize })}
          />
        </>
      )}
    </div>
  );
}
