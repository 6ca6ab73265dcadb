import { notice } from "#contract/resources/notice.ts";
import { implement } from "#server/kit/implement.ts";
import { pageOfRows } from "#server/kit/page.ts";
import { lastNotices } from "#server/notice/noticeList.ts";
import { markNotices } from "#server/notice/noticeMarks.ts";

export const noticeAnswers = implement(notice, {
  async query(request, { services, caller, language }) {
    const { list, ...rest } = await lastNotices(services.db, caller, language, services.believed());
    return { ...pageOfRows(list, request), ...rest };
  },
  mark: async (request, { services, caller }) => {
    await markNotices(services.db, caller, request, services.believed());
    return null;
  },
});
