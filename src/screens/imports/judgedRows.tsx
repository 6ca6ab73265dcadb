import { Callout, Icon } from "@blueprintjs/core";
import { useMemo, useState } from "react";
import { type IntlShape, useIntl } from "react-intl";
import { useSelector } from "react-redux";
import type { SheetHead, SheetRow } from "#contract/resources/sheetImport.ts";
import { FailedRead } from "#src/kit/screen/pageStates.tsx";
import { StatusLine } from "#src/kit/screen/statusLine.tsx";
import { ViewChoice } from "#src/kit/screen/viewChoice.tsx";
import { DataTable } from "#src/kit/table/dataTable.tsx";
import type { TableColumn } from "#src/kit/table/tableColumn.ts";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import { sheetImportCalls } from "#store/handles/sheetImport.ts";
import type { State } from "#store/store.ts";
import type { ImportKind } from "./importKind.ts";

const noRows: readonly SheetRow[] = [];
const dash = "–";
const marks = { good: "tick", same: "minus", faulty: "error" } as const;

const told = (row: SheetRow, column: string, note: boolean): string =>
  row.faults
    .filter((fault) => fault.column === column && fault.note === note)
    .map(({ message }) => message)
    .join(" · ");

/** What stands in a cell, with what is wrong with it behind. */
const cellText = (row: SheetRow, column: string): string => {
  const text = (row.cells[column] ?? "").replaceAll("\n", " ⏎ ");
  return [text || dash, told(row, column, false), told(row, column, true)].filter((part) => part !== "").join(" · ");
};

function Cell({ row, column }: { row: SheetRow; column: string }) {
  const text = (row.cells[column] ?? "").replaceAll("\n", " ⏎ ");
  const fault = told(row, column, false);
  const note = told(row, column, true);
  if (fault === "" && note === "") return <ForeignText text={text || dash} />;
  return (
    <span className={fault === "" ? "gh-import-note" : "gh-import-fault"}>
      {fault !== "" && <Icon icon="error" size={12} />} <ForeignText text={text || dash} /> · {fault || note}
    </span>
  );
}

type Headings = ReadonlyMap<string, string>;

/** What came of the row, and of which cells. */
const stateText = (row: SheetRow, headings: Headings, intl: IntlShape): string =>
  [
    intl.formatMessage({ id: `import.state.${row.state}` }),
    ...row.faults.map(({ column, message }) => {
      const heading = headings.get(column);
      return heading === undefined ? message : intl.formatMessage({ id: "import.fault" }, { heading, message });
    }),
  ].join(" · ");

const columnsOf = (kind: ImportKind, head: SheetHead, intl: IntlShape): TableColumn<SheetRow>[] => {
  const headings: Headings = new Map(kind.columns.map(({ id, headings: words }) => [id, words[languageOf(intl)]]));
  return [
    { id: "line", label: intl.formatMessage({ id: "import.column.line" }), width: 70, align: "end", text: (row) => String(row.line) },
    {
      id: "state",
      label: intl.formatMessage({ id: "import.column.state" }),
      width: 260,
      least: 240,
      text: (row) => stateText(row, headings, intl),
      render: (row) => (
        <span className={`gh-import-${row.state}`}>
          <Icon icon={marks[row.state]} size={12} /> {stateText(row, headings, intl)}
        </span>
      ),
    },
    ...head.columns.map(
      (id): TableColumn<SheetRow> => ({
        id: `cell.${id}`,
        label: headings.get(id) ?? id,
        width: 150,
        mono: id === "sn",
        text: (row) => cellText(row, id),
        render: (row) => <Cell row={row} column={id} />,
      }),
    ),
  ];
};

/** The rows of a table as they were judged, each with what is wrong in the cell where it is. */
export function JudgedRows({ kind, head }: { kind: ImportKind; head: SheetHead }) {
  const intl = useIntl();
  const density = useSelector((state: State) => state.display.density);
  const [page, setPage] = useState({ pageNo: 1, pageSize: 100 });
  const [faulty, setFaulty] = useState(false);
  const { currentData, error, isFetching, refetch } = sheetImportCalls.query.useQuery({
    id: head.id,
    ...page,
    ...(faulty ? { faulty } : {}),
  });
  const columns = useMemo(() => columnsOf(kind, head, intl), [kind, head, intl]);
  const rows = currentData?.list ?? noRows;
  const say = (id: string, values?: Record<string, string | number>) => intl.formatMessage({ id: `import.${id}` }, values);
  return (
    <>
      {head.notices.length > 0 && (
        <Callout compact intent="warning" className="gh-import-notices">
          <ul>
            {head.notices.map((notice) => (
              <li key={notice}>
                <ForeignText text={notice} />
              </li>
            ))}
          </ul>
        </Callout>
      )}
      <div className="gh-import-bar">
        <ViewChoice
          small
          label={say("shown")}
          value={faulty ? "faults" : "all"}
          options={[
            { id: "all", icon: "list", text: say("all", { count: head.total }) },
            { id: "faults", icon: "filter", text: say("onlyFaulty", { count: head.faulty }) },
          ]}
          onChoose={(next) => {
            setFaulty(next === "faults");
            setPage((before) => ({ ...before, pageNo: 1 }));
          }}
        />
        <span className="gh-import-counts">
          <span className="gh-import-good">{say("count.good", { count: head.good })}</span>
          <span className="gh-import-same">{say("count.same", { count: head.same })}</span>
          <span className="gh-import-faulty">{say("count.faulty", { count: head.faulty })}</span>
        </span>
      </div>
      <div className="gh-page-table">
        {error !== undefined && !currentData ? (
          <FailedRead error={error} onRetry={() => void refetch()} />
        ) : (
          <DataTable
            label={say("rows")}
            columns={columns}
            rows={rows}
            rowKey={(row) => String(row.place)}
            loading={isFetching}
            density={density}
            emptyState={say("noFaults")}
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
