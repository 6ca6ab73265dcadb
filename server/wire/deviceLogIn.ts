import { Lanes } from "./lanes.ts";
import { LoginLimit, type LoginLimits } from "./loginLimit.ts";
import { type Authenticate, type DeviceSession, isTopicLevel, type TransportLog } from "./transport.ts";

/** unknown: no such SN and password; limited: too many wrong ones came before, so that it was not looked at; unavailable: nobody could look. */
export interface LogInRefusal {
  refused: "unknown" | "limited" | "disabled" | "unavailable";
}

export interface DeviceLogIn {
  /** Without a password where the transport asks for none. */
  attempt(sn: string, password: Buffer | undefined, remote: string): Promise<DeviceSession | LogInRefusal>;
  stats(): { refusedLogins: number; limitedLogins: number };
}

interface Options {
  hooks: { authenticate: Authenticate };
  log: TransportLog;
  limits: LoginLimits;
  /** Told of attempts that were not looked at, since too many wrong ones came before. */
  limited?(sn: string, remote: string): void;
}

/** Passwords that are looked at at once. */
const judgedAtOnce = 8;

/** The door of all transports: counts each attempt before it is judged; right passwords are none, whether or not the device may come in. */
export const openDeviceLogIn = ({ hooks, log, limits, limited }: Options): DeviceLogIn => {
  const limit = new LoginLimit(limits);
  const judging = new Lanes(judgedAtOnce);
  const counts = { refusedLogins: 0, limitedLogins: 0 };

  const judge = async (sn: string, password: Buffer | undefined, remote: string) => {
    try {
      return await hooks.authenticate(sn, password, remote);
    } catch (error) {
      log.error({ sn, remote, err: error }, "broker hook authenticate failed");
      return "unavailable" as const;
    }
  };

  const refused = (why: "unknown" | "disabled"): LogInRefusal => {
    counts.refusedLogins += 1;
    return { refused: why };
  };

  return {
    async attempt(sn, password, remote) {
      if (!isTopicLevel(sn)) return refused("unknown");
      const attempt = await limit.attempt(remote, sn);
      if (!attempt) {
        counts.limitedLogins += 1;
        limited?.(sn, remote);
        return { refused: "limited" };
      }
      const answer = await judging.run(attempt.lane, () => judge(sn, password, remote));
      if (answer === "unavailable") {
        attempt.noGuess();
        return { refused: answer };
      }
      if (answer === "refused") return refused("unknown");
      attempt.right();
      return answer === "disabled" ? refused(answer) : answer;
    },
    stats: () => ({ ...counts }),
  };
};
