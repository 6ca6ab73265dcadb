import { notice } from "#contract/resources/notice.ts";
import { implement } from "#server/kit/implement.ts";
import { lastNotices } from "#server/notice/noticeList.ts";
import { markNotices } from "#server/notice/noticeMarks.ts";

export const noticeAnswers = implement(notice, {
  query: (_, { services, caller, language }) => lastNotices(services.db, caller, language, services.believed()),
  mark: async (request, { services, caller }) => {
    await markNotices(services.db, caller, request, services.believed());
    return null;
  },
});
