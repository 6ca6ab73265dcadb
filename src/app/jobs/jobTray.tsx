import { AutomaticUpdates } from "@blueprintjs/icons";
import { useIntl } from "react-intl";
import { HeaderPopover } from "#src/app/headerPopover.tsx";
import { useConfirm } from "#src/kit/feedback/feedback.ts";
import { lazyPart } from "#src/kit/part/lazyPart.tsx";
import { jobCalls, listedJobs } from "#store/handles/job.ts";
import "./jobTray.css";

const JobList = lazyPart(async () => (await import("./jobList.tsx")).JobList);

/** What goes on behind the views, and what came of it; nothing while there is none. */
export function JobTray() {
  const intl = useIntl();
  const confirm = useConfirm();
  const { data } = jobCalls.query.useQuery(listedJobs);
  const jobs = data?.list ?? [];
  if (jobs.length === 0) return null;
  const going = jobs.filter(({ endedAt }) => endedAt === null).length;
  const label = intl.formatMessage({ id: "jobs.tray" }, { count: going });
  return (
    <HeaderPopover className="gh-jobs-button" label={label} content={() => <JobList jobs={jobs} confirm={confirm} />}>
      <AutomaticUpdates size={16} />
      {going > 0 && <span className="gh-jobs-count">{going}</span>}
    </HeaderPopover>
  );
}
