import { PopoverNext } from "@blueprintjs/core";
import { AutomaticUpdates } from "@blueprintjs/icons";
import { useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useLocation } from "react-router-dom";
import { jobCalls } from "#store/handles/job.ts";
import { JobList } from "./jobList.tsx";
import "./jobTray.css";

/** What goes on behind the views, and what came of it; nothing while there is none. */
export function JobTray() {
  const intl = useIntl();
  const { key } = useLocation();
  const { data } = jobCalls.query.useQuery({});
  // It ends with the view over which it was opened.
  const [openOver, setOpenOver] = useState<string>();
  const open = openOver === key;
  const setOpen = (shown: boolean) => setOpenOver(shown ? key : undefined);
  const button = useRef<HTMLButtonElement>(null);
  const returning = useRef(false);
  const jobs = data?.list ?? [];
  if (jobs.length === 0) return null;
  const going = jobs.filter(({ endedAt }) => endedAt === null).length;
  const label = intl.formatMessage({ id: "jobs.tray" }, { count: going });
  return (
    <PopoverNext
      isOpen={open}
      onInteraction={setOpen}
      onClose={(event) => {
        if (event?.type === "keydown") returning.current = true;
      }}
      // Until then the overlay takes the focus back to itself.
      onClosed={() => {
        if (returning.current) button.current?.focus();
        returning.current = false;
      }}
      shouldReturnFocusOnClose={false}
      placement="bottom-end"
      arrow={false}
      animation="minimal"
      content={<JobList jobs={jobs} />}
    >
      <button
        ref={button}
        type="button"
        className="gh-header-button gh-jobs-button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={label}
        title={label}
      >
        <AutomaticUpdates size={16} />
        {going > 0 && <span className="gh-jobs-count">{going}</span>}
      </button>
    </PopoverNext>
  );
}
