import { Button } from "@blueprintjs/core";
import { skipToken } from "@reduxjs/toolkit/query/react";
import { useState } from "react";
import { useIntl } from "react-intl";
import { sheetImport } from "#contract/resources/sheetImport.ts";
import { useAwaitedJobs } from "#src/app/jobs/awaitedJobs.ts";
import { useDownload } from "#src/app/useDownload.ts";
import { useToasts } from "#src/kit/feedback/feedback.ts";
import { asRefusal } from "#src/kit/feedback/refusalText.ts";
import { FailedRead, NoPermission } from "#src/kit/screen/pageStates.tsx";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { useButtonIntent } from "#src/kit/screen/useButtonIntent.ts";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import { useSetSearch, useViewLocation, useViewNavigate } from "#src/kit/view/viewLocation.ts";
import { jobCalls, listedJobs } from "#store/handles/job.ts";
import { sheetImportCalls } from "#store/handles/sheetImport.ts";
import { ChooseTable } from "./chooseTable.tsx";
import { alarmTypeTables, deviceTables, type ImportKind, snTables } from "./importKind.ts";
import { JudgedRows } from "./judgedRows.tsx";
import { TakenRows } from "./takenRows.tsx";
import "#src/kit/screen/screen.css";
import "#src/kit/form/form.css";
import "./imports.css";

/** Names the table in the view's address. */
const tableKey = "table";

function Import({ kind }: { kind: ImportKind }) {
  const intl = useIntl();
  const { search } = useViewLocation();
  const setSearch = useSetSearch();
  const navigate = useViewNavigate();
  const download = useDownload();
  const toasts = useToasts();
  const intent = useButtonIntent();
  const { settle, take } = useAwaitedJobs();
  const [starting, setStarting] = useState(false);
  const [begin] = kind.takes.useMutation();
  const id = search.get(tableKey) ?? "";
  const {
    currentData: head,
    error,
    isFetching,
    refetch,
  } = sheetImportCalls.get.useQuery(id === "" ? skipToken : { id }, {
    refetchOnMountOrArgChange: true,
  });
  const jobId = head?.jobId ?? "";
  const { data: jobs } = jobCalls.query.useQuery(jobId === "" ? skipToken : listedJobs);
  const job = jobs?.list.find((each) => each.id === jobId);
  const say = (name: string, values?: Record<string, string | number>) => intl.formatMessage({ id: `import.${name}` }, values);
  const show = (next: string) => setSearch(new URLSearchParams(next === "" ? {} : { [tableKey]: next }), { replace: false });
  const start = async () => {
    if (!head) return;
    setStarting(true);
    const { data, error: refused } = await begin({ id: head.id, goodOnly: head.faulty > 0 });
    if (data) void settle(data.id);
    else toasts.refused(asRefusal(refused));
    await refetch();
    setStarting(false);
  };
  const open = head !== undefined && jobId === "";
  return (
    <section className="gh-page" aria-label={say(`title.${kind.name}`)}>
      <header className="gh-page-head">
        <h1 className="gh-page-title">{say(`title.${kind.name}`)}</h1>
        {head && (
          <span className="gh-import-file">
            <ForeignText text={[head.fileName, head.sheet].filter(Boolean).join(" · ")} />
          </span>
        )}
        <div className="gh-page-actions">
          {id === "" ? (
            <Button
              icon="download"
              text={say("template")}
              onClick={() => void download(sheetImport.calls.template, { kind: kind.name, language: languageOf(intl) })}
            />
          ) : (
            <Button icon="refresh" text={say("another")} onClick={() => show("")} />
          )}
          {job?.file && <Button icon="download" text={say("takeResults")} onClick={() => void take(job.id)} />}
          {open && (
            <Button
              icon="import"
              intent={intent}
              loading={starting}
              disabled={head.good + head.same === 0}
              text={head.faulty === 0 ? say("takeAll", { count: head.total }) : say("takeGood", { count: head.good + head.same })}
              onClick={() => void start()}
            />
          )}
          {jobId !== "" && <Button icon="list" text={say(`toList.${kind.name}`)} onClick={() => navigate(kind.list)} />}
        </div>
      </header>
      {id === "" && <ChooseTable kind={kind} onUploaded={show} />}
      {id !== "" && error !== undefined && !isFetching && <FailedRead error={error} onRetry={() => void refetch()} />}
      {open && <JudgedRows key={head.id} kind={kind} head={head} />}
      {jobId !== "" && <TakenRows key={jobId} kind={kind} jobId={jobId} />}
    </section>
  );
}

function GrantedImport({ kind }: { kind: ImportKind }) {
  const allowed = useAllowed();
  return allowed(kind.takes.call) ? <Import kind={kind} /> : <NoPermission />;
}

/** Devices from a table: choosing it, what is wrong with it, and what became of each row. */
export function DeviceImportScreen() {
  return <GrantedImport kind={deviceTables} />;
}

/** The same for SNs that are registered ahead. */
export function SnImportScreen() {
  return <GrantedImport kind={snTables} />;
}

/** The same for alarm types. */
export function AlarmTypeImportScreen() {
  return <GrantedImport kind={alarmTypeTables} />;
}
