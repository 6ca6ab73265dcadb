import type { NoticeRow } from "#contract/resources/notice.ts";

/** What stands in the list as one: a notice, or a crowd of devices that came or went together. */
export interface ListedNotice {
  /** Of all that it stands for. */
  ids: readonly string[];
  at: string;
  read: boolean;
  data: NoticeRow["data"];
}

const togetherMs = 60_000;
/** A few are told one by one. */
const singles = 3;

const together = (one: NoticeRow, next: NoticeRow): boolean =>
  one.data.type === 2 &&
  next.data.type === 2 &&
  one.data.content.state === next.data.content.state &&
  Math.abs(Date.parse(one.at) - Date.parse(next.at)) <= togetherMs;

const listed = (run: readonly NoticeRow[]): ListedNotice[] => {
  const [first] = run;
  if (!first || run.length <= singles || first.data.type !== 2) return run.map(({ id, ...rest }) => ({ ids: [id], ...rest }));
  const content = { ...first.data.content, count: run.length };
  return [{ ids: run.map(({ id }) => id), at: first.at, read: run.every(({ read }) => read), data: { type: 2, content } }];
};

/** Newest first, as they are given. */
export const foldNotices = (notices: readonly NoticeRow[]): ListedNotice[] => {
  const runs: NoticeRow[][] = [];
  for (const notice of notices) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last && together(last, notice)) run.push(notice);
    else runs.push([notice]);
  }
  return runs.flatMap(listed);
};
