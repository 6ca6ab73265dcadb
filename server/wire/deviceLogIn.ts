import type { AuthenticateError } from "aedes";
import type { BrokerHooks, BrokerLog, BrokerSession } from "#server/wire/mqtt/brokerHooks.ts";
import { isTopicLevel } from "#server/wire/mqtt/mqttTopics.ts";
import { Lanes } from "./lanes.ts";
import { LoginLimit, type LoginLimits } from "./loginLimit.ts";

export interface DeviceLogIn {
  /** Resolves with the session, or with the refusal whose return code is the CONNACK's. */
  attempt(sn: string, password: Buffer, remote: string): Promise<BrokerSession | AuthenticateError>;
  stats(): { refusedLogins: number; limitedLogins: number };
}

interface Options {
  hooks: Pick<BrokerHooks, "authenticate">;
  log: BrokerLog;
  limits: LoginLimits;
}

/** Passwords that are looked at at once. */
const judgedAtOnce = 8;

/** Counts each attempt before it is judged; right passwords are none, whether or not the device may come in. */
export function openDeviceLogIn({ hooks, log, limits }: Options): DeviceLogIn {
  const limit = new LoginLimit(limits);
  const judging = new Lanes(judgedAtOnce);
  const counts = { refusedLogins: 0, limitedLogins: 0 };

  async function judge(sn: string, password: Buffer, remote: string) {
    try {
      return await hooks.authenticate(sn, password, remote);
    } catch (error) {
      log.error({ sn, remote, err: error }, "broker hook authenticate failed");
      return "unavailable" as const;
    }
  }

  function refused(returnCode: 4 | 5, message: string): AuthenticateError {
    counts.refusedLogins += 1;
    return refusal(returnCode, message);
  }

  return {
    async attempt(sn, password, remote) {
      if (!isTopicLevel(sn)) return refused(4, "wrong SN or password");
      const attempt = await limit.attempt(remote, sn);
      if (!attempt) {
        counts.limitedLogins += 1;
        return refusal(5, "too many wrong passwords");
      }
      const answer = await judging.run(attempt.lane, () => judge(sn, password, remote));
      if (answer === "unavailable") {
        attempt.noGuess();
        return refusal(3, "log-in is not available");
      }
      if (answer === "refused") return refused(4, "wrong SN or password");
      attempt.right();
      return answer === "disabled" ? refused(5, "the organisation is disabled or has expired") : answer;
    },
    stats: () => ({ ...counts }),
  };
}

export function refusal(returnCode: 3 | 4 | 5, message: string): AuthenticateError {
  return Object.assign(new Error(message), { returnCode });
}
