import { Button, ProgressBar } from "@blueprintjs/core";
import { useEffect, useRef, useState } from "react";
import { FormattedMessage, type IntlShape, useIntl } from "react-intl";
import type { JobRow } from "#contract/resources/job.ts";
import { type Confirm, useToasts } from "#src/kit/feedback/feedback.ts";
import { asRefusal } from "#src/kit/feedback/refusalText.ts";
import { fileSize } from "#src/kit/value/fileSize.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { useSession } from "#src/session/sessionView.ts";
import { deviceChangeCalls } from "#store/handles/deviceChange.ts";
import { jobCalls } from "#store/handles/job.ts";
import { useAwaitedJobs } from "./awaitedJobs.ts";
import { JobResults } from "./jobResults.tsx";

/** How far it came, or what came of it. */
export const jobOutcome = ({ state, done, total, failed, file, bytes, message }: JobRow, intl: IntlShape): string => {
  if (state === "done" && file !== "") return bytes === null ? file : `${file} · ${fileSize(intl, bytes)}`;
  if (state === "failed") return message;
  if (state === "waiting" || state === "cancelled") return intl.formatMessage({ id: `jobs.${state}` });
  return intl.formatMessage({ id: failed > 0 ? "jobs.rowsFailed" : total === null ? "jobs.rows" : "jobs.rowsOf" }, { done, total, failed });
};

/** What a job does, in words. */
export const jobName = ({ kind, change, undo }: Pick<JobRow, "kind" | "change" | "undo">, intl: IntlShape): string => {
  const name = intl.formatMessage({ id: change === "" ? `jobs.kind.${kind}` : `jobs.change.${change}` });
  return undo ? intl.formatMessage({ id: "jobs.undoOf" }, { name }) : name;
};

/** Kinds that make a file tell in it what became of each row. */
const hasResults = ({ kind, done }: JobRow): boolean => kind === "deviceChange" && done > 0;

/** The last jobs, newest first, each with what can be done about it; `confirm` is asked by who stays when the list is closed. */
export function JobList({ jobs, confirm }: { jobs: readonly JobRow[]; confirm: Confirm }) {
  const [remove] = jobCalls.delete.useMutation();
  const intl = useIntl();
  // Not on the first button: it throws files away.
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  const [shown, setShown] = useState<JobRow>();
  const ended = jobs.filter(({ endedAt }) => endedAt !== null).map(({ id }) => id);
  const clear = async () => {
    const detail = intl.formatMessage({ id: "jobs.removeEnded.detail" }, { count: ended.length });
    await confirm({ kind: "deleteMany", detail }, async () => await remove({ ids: ended }));
  };
  if (shown) return <JobResults id={shown.id} name={jobName(shown, intl)} onBack={() => setShown(undefined)} />;
  return (
    <section ref={box} className="gh-jobs" aria-labelledby="gh-jobs-title" tabIndex={-1}>
      <header className="gh-jobs-head">
        <h2 id="gh-jobs-title">
          <FormattedMessage id="jobs.title" />
        </h2>
        <Button size="small" variant="minimal" icon="trash" disabled={ended.length === 0} onClick={() => void clear()}>
          <FormattedMessage id="jobs.removeEnded" />
        </Button>
      </header>
      <ul className="gh-jobs-list">
        {jobs.map((job) => (
          <JobLine key={job.id} job={job} onResults={() => setShown(job)} />
        ))}
      </ul>
    </section>
  );
}

function JobLine({ job, onResults }: { job: JobRow; onResults(): void }) {
  const intl = useIntl();
  const { me } = useSession();
  const toasts = useToasts();
  const { take } = useAwaitedJobs();
  const [cancel, { isLoading }] = jobCalls.cancel.useMutation();
  const [undo, undoing] = deviceChangeCalls.undo.useMutation();
  const going = job.endedAt === null;
  const name = jobName(job, intl);
  const say = (id: string) => intl.formatMessage({ id: `jobs.${id}` }, { name });
  return (
    <li className={`gh-jobs-row gh-jobs-${job.state}`}>
      <div className="gh-jobs-body">
        <div className="gh-jobs-name">{name}</div>
        <div className="gh-jobs-outcome">{jobOutcome(job, intl)}</div>
        {job.state === "running" && (
          <ProgressBar intent="primary" stripes={false} {...(job.total ? { value: job.done / job.total } : {})} aria-label={name} />
        )}
        <time className="gh-jobs-when" dateTime={job.createdAt}>
          {formatInstant(me.zone, job.createdAt)}
        </time>
      </div>
      {job.file !== "" && (
        <Button
          variant="minimal"
          size="small"
          icon="download"
          title={say("take")}
          aria-label={say("take")}
          onClick={() => void take(job.id)}
        />
      )}
      {hasResults(job) && (
        <Button variant="minimal" size="small" icon="list" title={say("results")} aria-label={say("results")} onClick={onResults} />
      )}
      {job.undoable && (
        <Button
          variant="minimal"
          size="small"
          icon="undo"
          loading={undoing.isLoading}
          title={say("undo")}
          aria-label={say("undo")}
          onClick={() =>
            void undo({ id: job.id })
              .unwrap()
              .catch((error: unknown) => toasts.refused(asRefusal(error)))
          }
        />
      )}
      {going && (
        <Button
          variant="minimal"
          size="small"
          icon="cross"
          loading={isLoading}
          title={say("cancel")}
          aria-label={say("cancel")}
          onClick={() =>
            void cancel({ id: job.id })
              .unwrap()
              .catch((error: unknown) => toasts.refused(asRefusal(error)))
          }
        />
      )}
    </li>
  );
}
