import type { Logger } from "pino";
import type { Db } from "#server/db/open.ts";
import { expireStates } from "#server/device/expireStates.ts";
import type { Telemetry } from "#server/telemetry/telemetry.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

interface Kept {
  telemetry: Pick<Telemetry, "expire">;
  db: Db;
}

/** Deletes readings and changes of state older than the given days, once an hour. Answers how to stop. */
export const startRetention = ({ telemetry, db }: Kept, days: number, now: () => number, log: Logger): (() => void) => {
  const expire = (): void => {
    const before = now() - days * dayMs;
    Promise.all([telemetry.expire(before), expireStates(db, before)]).then(
      ([readings, states]) => {
        if (readings + states > 0) log.info({ part: "retention", readings, states }, "old readings and changes of state were deleted");
      },
      (fault: unknown) => log.error({ err: fault, part: "retention" }, "what is old could not be deleted, will be tried again in an hour"),
    );
  };
  const timer = setInterval(expire, hourMs);
  expire();
  return () => clearInterval(timer);
};
