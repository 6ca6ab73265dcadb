import type { Logger } from "pino";
import type { Telemetry } from "#server/telemetry/telemetry.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Deletes readings older than the given days, once an hour. Answers how to stop. */
export const startRetention = (telemetry: Pick<Telemetry, "expire">, days: number, now: () => number, log: Logger): (() => void) => {
  const expire = (): void => {
    telemetry.expire(now() - days * dayMs).then(
      (readings) => {
        if (readings > 0) log.info({ part: "retention", readings }, "old readings were deleted");
      },
      (fault: unknown) => log.error({ err: fault, part: "retention" }, "old readings could not be deleted, will be tried again in an hour"),
    );
  };
  const timer = setInterval(expire, hourMs);
  expire();
  return () => clearInterval(timer);
};
