import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { job } from "#contract/resources/job.ts";
import { useDownload } from "#src/app/useDownload.ts";
import { useToasts } from "#src/kit/feedback/feedback.ts";
import { jobCalls, listedJobs } from "#store/handles/job.ts";
import { AwaitedJobsContext } from "./awaitedJobs.ts";

/** How often an awaited job is asked for, lest the word that it ended was lost. */
const askAgainMs = 3000;
/** What takes longer is told of, since it goes on behind other views. */
const longMs = 3000;

type Ended = () => void;

/** Waits for the jobs that this page began, and gives their files to the person, whatever view is shown by then. */
export function JobsProvider({ children }: { children: ReactNode }) {
  const toasts = useToasts();
  const download = useDownload();
  const [waiting, setWaiting] = useState<ReadonlyMap<string, Ended>>(new Map());
  const taken = useRef(new Set<string>());
  const { data } = jobCalls.query.useQuery(listedJobs, { pollingInterval: waiting.size > 0 ? askAgainMs : 0 });
  const take = useCallback((id: string) => download(job.calls.file, { id }), [download]);
  const settle = useCallback(
    (id: string) =>
      new Promise<void>((resolve) => {
        const long = setTimeout(() => toasts.success("jobs.goesOn"), longMs);
        const ended = () => {
          clearTimeout(long);
          resolve();
        };
        setWaiting((before) => new Map(before).set(id, ended));
      }),
    [toasts],
  );
  useEffect(() => {
    for (const [id, ended] of waiting) {
      const row = data?.list.find((each) => each.id === id);
      if (!row?.endedAt || taken.current.has(id)) continue;
      taken.current.add(id);
      if (row.state === "failed") toasts.warning(row.message);
      void (row.state === "done" || row.file !== "" ? take(id) : Promise.resolve()).finally(() => {
        ended();
        setWaiting((before) => new Map([...before].filter(([other]) => other !== id)));
      });
    }
  }, [data, waiting, take, toasts]);
  const value = useMemo(() => ({ settle, take }), [settle, take]);
  return <AwaitedJobsContext value={value}>{children}</AwaitedJobsContext>;
}
