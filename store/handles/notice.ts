import { notice } from "#contract/resources/notice.ts";
import { attach } from "#store/attach.ts";

export const noticeCalls = attach(notice);
