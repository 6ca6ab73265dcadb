import { alarmUserWeixin, companyWeixin, userWeixin } from "#contract/resources/companyWeixin.ts";
import { attach } from "#store/attach.ts";

export const companyWeixinCalls = attach(companyWeixin);
export const userWeixinCalls = attach(userWeixin);
export const alarmUserWeixinCalls = attach(alarmUserWeixin);
