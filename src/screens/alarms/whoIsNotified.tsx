import { useMemo, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useSelector } from "react-redux";
import { limits } from "#contract/limits.ts";
import type { UserSwitches } from "#contract/resources/alarm.ts";
import type { ListState } from "#src/kit/screen/listState.ts";
import { FailedRead } from "#src/kit/screen/pageStates.tsx";
import { SearchBox } from "#src/kit/screen/searchBox.tsx";
import { StatusLine } from "#src/kit/screen/statusLine.tsx";
import { useFailure } from "#src/kit/screen/useFailure.ts";
import { type Column, DataTable } from "#src/kit/table/dataTable.tsx";
import type { TableSort } from "#src/kit/table/tableColumn.ts";
import { alarmLevels } from "#src/kit/value/levelMark.tsx";
import { alarmSwitchCalls } from "#store/handles/alarmSwitch.ts";
import type { State } from "#store/store.ts";
import "./alarms.css";

type PageRequest = Pick<ListState, "pageNo" | "pageSize">;
type Asked = Parameters<typeof alarmSwitchCalls.query.useQuery>[0];

const byAccount: TableSort = { field: "account", order: "asc" };

/** Which alarms reach the users of the organisation and of those below it; each changes their own alone. */
export function WhoIsNotified() {
  const intl = useIntl();
  const density = useSelector(({ display }: State) => display.density);
  const searchRef = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState("");
  const [sort, setSort] = useState<TableSort | undefined>(byAccount);
  const [page, setPage] = useState<PageRequest>({ pageNo: 1, pageSize: limits.page.size });
  const asked = { ...page, search, sortField: sort?.field, sortOrder: sort?.order } as Asked;
  const read = alarmSwitchCalls.query.useQuery(asked, { refetchOnMountOrArgChange: true });
  const failure = useFailure(read);
  const columns = useMemo((): Column<UserSwitches>[] => {
    const label = (id: string) => intl.formatMessage({ id: `alarmSound.users.${id}` });
    const told = ({ switches }: UserSwitches, level: number): string => {
      const set = switches.find((one) => one.level === level);
      return label(!set?.notice ? "off" : set.sound ? "sound" : "notice");
    };
    return [
      { id: "account", label: label("account"), width: 160, sortable: true, text: (row) => row.account },
      { id: "userName", label: label("userName"), width: 140, sortable: true, text: (row) => row.userName || "–" },
      { id: "companyName", label: label("companyName"), width: 160, sortable: true, text: (row) => row.companyName },
      ...alarmLevels.map((level) => ({
        id: `level${level}`,
        label: intl.formatMessage({ id: `level.${level}` }),
        width: 150,
        sortable: false,
        text: (row: UserSwitches) => told(row, level),
      })),
    ];
  }, [intl]);
  const say = (id: string) => intl.formatMessage({ id: `alarmSound.users.${id}` });
  const { data } = read;
  return (
    <section className="gh-notified" aria-label={say("title")}>
      <header className="gh-notified-head">
        <h2>{say("title")}</h2>
        <SearchBox
          label={say("search")}
          value={search}
          onSearch={(text) => {
            setSearch(text);
            setPage((before) => ({ ...before, pageNo: 1 }));
          }}
          inputRef={searchRef}
        />
      </header>
      <p className="gh-sound-help">{say("help")}</p>
      {failure !== undefined ? (
        <FailedRead error={failure} onRetry={() => void read.refetch()} />
      ) : (
        <>
          <div className="gh-notified-rows">
            <DataTable
              label={say("title")}
              columns={columns}
              rows={data?.list ?? []}
              rowKey={(row) => row.id}
              loading={read.isFetching}
              sort={sort}
              onSort={setSort}
              density={density}
              emptyState={say("empty")}
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
    </section>
  );
}
