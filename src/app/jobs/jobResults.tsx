import { Button, Switch } from "@blueprintjs/core";
import { useEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { asRefusal, refusalText } from "#src/kit/feedback/refusalText.ts";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { jobCalls } from "#store/handles/job.ts";

const pageSize = 100;

interface JobResultsProps {
  id: string;
  name: string;
  onBack(): void;
}

/** What became of each row of a job, a page at a time; of those that failed alone, if wanted. */
export function JobResults({ id, name, onBack }: JobResultsProps) {
  const intl = useIntl();
  const [failed, setFailed] = useState(false);
  const [pageNo, setPageNo] = useState(1);
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  const { data, error } = jobCalls.results.useQuery(
    { id, pageNo, pageSize, ...(failed ? { failed } : {}) },
    { refetchOnMountOrArgChange: true },
  );
  const say = (message: string, values?: Record<string, string | number>) => intl.formatMessage({ id: `jobs.${message}` }, values);
  const total = data?.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const turn = (icon: "chevron-left" | "chevron-right", message: string, to: number, off: boolean) => (
    <Button
      size="small"
      variant="minimal"
      icon={icon}
      aria-label={intl.formatMessage({ id: `screen.status.${message}` })}
      disabled={off}
      onClick={() => setPageNo(to)}
    />
  );
  return (
    <section ref={box} className="gh-jobs" aria-labelledby="gh-jobs-title" tabIndex={-1}>
      <header className="gh-jobs-head">
        <Button size="small" variant="minimal" icon="chevron-left" title={say("back")} aria-label={say("back")} onClick={onBack} />
        <h2 id="gh-jobs-title">{say("resultsOf", { name })}</h2>
        <Switch
          className="gh-jobs-failed-only"
          checked={failed}
          label={say("failedOnly")}
          onChange={() => {
            setFailed(!failed);
            setPageNo(1);
          }}
        />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by the keyboard, and holds nothing that could have the focus. */}
      <ul className="gh-jobs-list" tabIndex={0} aria-labelledby="gh-jobs-title">
        {(data?.list ?? []).map(({ place, record, code, message }) => (
          <li key={place} className={code === 0 ? "gh-jobs-row" : "gh-jobs-row gh-jobs-failed"}>
            <div className="gh-jobs-body">
              <div className="gh-jobs-name">
                <ForeignText text={record} />
              </div>
              <div className="gh-jobs-outcome">{message === "" ? say("rowDone") : message}</div>
            </div>
          </li>
        ))}
        {data?.list.length === 0 && <li className="gh-jobs-row">{say("noResults")}</li>}
        {error !== undefined && (
          <li className="gh-jobs-row" role="alert">
            {refusalText(asRefusal(error), intl)?.text}
          </li>
        )}
      </ul>
      {pages > 1 && (
        <nav className="gh-jobs-pages" aria-label={intl.formatMessage({ id: "screen.status.pages" })}>
          {turn("chevron-left", "previous", pageNo - 1, pageNo <= 1)}
          <span>{intl.formatMessage({ id: "screen.status.page" }, { page: pageNo, pages })}</span>
          {turn("chevron-right", "next", pageNo + 1, pageNo >= pages)}
        </nav>
      )}
    </section>
  );
}
