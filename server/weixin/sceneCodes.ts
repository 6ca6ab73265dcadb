import { Allowance } from "#server/kit/allowance.ts";
import { Problem } from "#server/kit/problem.ts";

export interface SceneCodes {
  /** Throws weixinCodesMany for a user who has asked too often. */
  take(userId: string): void;
}

/** WeChat counts them for the account, whoever asks. */
const perMinute = 20;

export const openSceneCodes = (uptime: () => number): SceneCodes => {
  const allowance = new Allowance({ perSecond: perMinute / 60, burst: perMinute });
  return {
    take(userId) {
      const wait = allowance.ask(userId, uptime());
      if (wait > 0) throw new Problem("weixinCodesMany", { values: { seconds: Math.ceil(wait / 1000) } });
    },
  };
};
