import { Callout, ProgressBar } from "@blueprintjs/core";
import { useEffect, useMemo, useState } from "react";
import { type IntlShape, useIntl } from "react-intl";
import { useSelector } from "react-redux";
import type { JobResult } from "#contract/resources/job.ts";
import { FailedRead } from "#src/kit/screen/pageStates.tsx";
import { StatusLine } from "#src/kit/screen/statusLine.tsx";
import { ViewChoice } from "#src/kit/screen/viewChoice.tsx";
import { DataTable } from "#src/kit/table/dataTable.tsx";
import type { TableColumn } from "#src/kit/table/tableColumn.ts";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import { jobCalls, listedJobs } from "#store/handles/job.ts";
import type { State } from "#store/store.ts";
import type { ImportKind } from "./importKind.ts";

const noRows: readonly JobResult[] = [];

const outcome = ({ code, message }: JobResult, intl: IntlShape): string =>
  code !== 0 ? message : message || intl.formatMessage({ id: "import.added" });

/** The heading of the column by which rows are known. */
const recordHeading = ({ columns }: ImportKind, intl: IntlShape): string => columns[0]?.headings[languageOf(intl)] ?? "";

const columnsOf = (kind: ImportKind, intl: IntlShape): TableColumn<JobResult>[] => [
  { id: "line", label: intl.formatMessage({ id: "import.column.line" }), width: 70, align: "end", text: (row) => String(row.place) },
  { id: "record", label: recordHeading(kind, intl), width: 220, mono: kind.columns[0]?.id === "sn", text: (row) => row.record },
  {
    id: "state",
    label: intl.formatMessage({ id: "import.column.result" }),
    width: 520,
    text: (row) => outcome(row, intl),
    render: (row) => <span className={row.code === 0 ? "gh-import-good" : "gh-import-faulty"}>{outcome(row, intl)}</span>,
  },
];

/** How far the job came that takes a table over, and what became of each row. */
export function TakenRows({ kind, jobId }: { kind: ImportKind; jobId: string }) {
  const intl = useIntl();
  const density = useSelector((state: State) => state.display.density);
  const [page, setPage] = useState({ pageNo: 1, pageSize: 100 });
  const [failed, setFailed] = useState(false);
  const [going, setGoing] = useState(true);
  const polled = going ? { pollingInterval: 2000 } : {};
  const { data: jobs } = jobCalls.query.useQuery(listedJobs, polled);
  const job = jobs?.list.find(({ id }) => id === jobId);
  const { currentData, error, isFetching, refetch } = jobCalls.results.useQuery(
    { id: jobId, ...page, ...(failed ? { failed } : {}) },
    polled,
  );
  const ended = job?.endedAt != null || (jobs !== undefined && job === undefined);
  useEffect(() => setGoing(!ended), [ended]);
  const columns = useMemo(() => columnsOf(kind, intl), [kind, intl]);
  const rows = currentData?.list ?? noRows;
  const say = (id: string, values?: Record<string, string | number>) => intl.formatMessage({ id: `import.${id}` }, values);
  const counts = { done: job?.done ?? 0, total: job?.total ?? 0, failed: job?.failed ?? 0 };
  return (
    <>
      <div className="gh-import-progress" role="status">
        {job && !ended && (
          <>
            <ProgressBar intent="primary" stripes={false} {...(job.total ? { value: job.done / job.total } : {})} />
            <span>{job.state === "waiting" ? intl.formatMessage({ id: "jobs.waiting" }) : say("going", counts)}</span>
          </>
        )}
        {ended && job && (
          <Callout compact intent={job.state === "done" ? (job.failed > 0 ? "warning" : "success") : "danger"}>
            {job.state === "done"
              ? say("done", { ...counts, taken: counts.done - counts.failed })
              : job.state === "failed"
                ? job.message
                : intl.formatMessage({ id: "jobs.cancelled" })}
            {job.state === "done" && kind.name === "devices" && <div>{say("passwords")}</div>}
          </Callout>
        )}
      </div>
      <div className="gh-import-bar">
        <ViewChoice
          small
          label={say("shown")}
          value={failed ? "faults" : "all"}
          options={[
            { id: "all", icon: "list", text: say("all", { count: counts.done }) },
            { id: "faults", icon: "filter", text: say("onlyFailed", { count: counts.failed }) },
          ]}
          onChoose={(next) => {
            setFailed(next === "faults");
            setPage((before) => ({ ...before, pageNo: 1 }));
          }}
        />
      </div>
      <div className="gh-page-table">
        {error !== undefined && !currentData ? (
          <FailedRead error={error} onRetry={() => void refetch()} />
        ) : (
          <DataTable
            label={say("results")}
            columns={columns}
            rows={rows}
            rowKey={(row) => String(row.place)}
            loading={isFetching && !currentData}
            density={density}
            emptyState={say(job?.state === "done" ? "noneFailed" : "none")}
          />
        )}
      </div>
      <StatusLine
        {...page}
        shown={rows.length}
        total={currentData?.total ?? 0}
        onPage={(pageNo) => setPage((before) => ({ ...before, pageNo }))}
        onPageSize={(pageSize) => setPage({ pageNo: 1, pageSize })}
      />
    </>
  );
}
