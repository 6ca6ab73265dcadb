import { Button, ProgressBar } from "@blueprintjs/core";
import { useEffect, useRef } from "react";
import { FormattedMessage, type IntlShape, useIntl } from "react-intl";
import type { JobRow } from "#contract/resources/job.ts";
import { useToasts } from "#src/kit/feedback/feedback.ts";
import { asRefusal } from "#src/kit/feedback/refusalText.ts";
import { fileSize } from "#src/kit/value/fileSize.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { useSession } from "#src/session/sessionView.ts";
import { jobCalls } from "#store/handles/job.ts";
import { useAwaitedJobs } from "./awaitedJobs.ts";

/** How far it came, or what came of it. */
export const jobOutcome = ({ state, done, total, failed, file, bytes, message }: JobRow, intl: IntlShape): string => {
  if (state === "done" && file !== "") return bytes === null ? file : `${file} · ${fileSize(intl, bytes)}`;
  if (state === "failed") return message;
  if (state === "waiting" || state === "cancelled") return intl.formatMessage({ id: `jobs.${state}` });
  return intl.formatMessage({ id: failed > 0 ? "jobs.rowsFailed" : total === null ? "jobs.rows" : "jobs.rowsOf" }, { done, total, failed });
};

/** The last jobs, newest first, each with what can be done about it. */
export function JobList({ jobs }: { jobs: readonly JobRow[] }) {
  const [remove] = jobCalls.delete.useMutation();
  const toasts = useToasts();
  // Not on the first button: it throws files away.
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  const ended = jobs.filter(({ endedAt }) => endedAt !== null).map(({ id }) => id);
  return (
    <section ref={box} className="gh-jobs" aria-labelledby="gh-jobs-title" tabIndex={-1}>
      <header className="gh-jobs-head">
        <h2 id="gh-jobs-title">
          <FormattedMessage id="jobs.title" />
        </h2>
        <Button
          size="small"
          variant="minimal"
          icon="trash"
          disabled={ended.length === 0}
          onClick={() =>
            void remove({ ids: ended })
              .unwrap()
              .catch((error: unknown) => toasts.refused(asRefusal(error)))
          }
        >
          <FormattedMessage id="jobs.removeEnded" />
        </Button>
      </header>
      <ul className="gh-jobs-list">
        {jobs.map((job) => (
          <JobLine key={job.id} job={job} />
        ))}
      </ul>
    </section>
  );
}

function JobLine({ job }: { job: JobRow }) {
  const intl = useIntl();
  const { me } = useSession();
  const toasts = useToasts();
  const { take } = useAwaitedJobs();
  const [cancel, { isLoading }] = jobCalls.cancel.useMutation();
  const going = job.endedAt === null;
  const say = (id: string) => intl.formatMessage({ id: `jobs.${id}` }, { name: intl.formatMessage({ id: `jobs.kind.${job.kind}` }) });
  return (
    <li className={`gh-jobs-row gh-jobs-${job.state}`}>
      <div className="gh-jobs-body">
        <div className="gh-jobs-name">
          <FormattedMessage id={`jobs.kind.${job.kind}`} />
        </div>
        <div className="gh-jobs-outcome">{jobOutcome(job, intl)}</div>
        {job.state === "running" && (
          <ProgressBar
            intent="primary"
            stripes={false}
            {...(job.total ? { value: job.done / job.total } : {})}
            aria-label={intl.formatMessage({ id: `jobs.kind.${job.kind}` })}
          />
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
