import type { Logger } from "pino";
import type { Db } from "#server/db/open.ts";
import { expireEvents } from "#server/devices/expireEvents.ts";
import { expireStates } from "#server/devices/expireStates.ts";
import { expirePlaces } from "#server/places/expirePlaces.ts";
import type { Troubles } from "#server/system/troubles.ts";
import type { Telemetry } from "#server/telemetry/telemetry.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A clock that is wrong when the machine comes up is set right, and believed, before anything is deleted by it. */
const firstMs = 1_200_000;

interface Kept {
  readonly telemetry: Pick<Telemetry, "expire">;
  readonly db: Db;
  readonly log: Logger;
  readonly troubles: Pick<Troubles, "failed" | "over">;
  /** The time of day that may be deleted by. */
  readonly believed: () => number;
  readonly firstAfterMs?: number;
}

/** Deletes readings, changes of state, places and what else devices sent that is older than the given days, once an hour. Answers how to stop. */
export const startRetention = (kept: Kept, days: number): (() => void) => {
  const { telemetry, db, log, troubles, believed, firstAfterMs = firstMs } = kept;
  const expire = async (): Promise<void> => {
    const before = believed() - days * dayMs;
    try {
      const [readings, states, events, places] = await Promise.all([
        telemetry.expire(before),
        expireStates(db, before),
        expireEvents(db, before),
        expirePlaces(db, before),
      ]);
      troubles.over("retention");
      if (readings + states + events + places > 0)
        log.info({ part: "retention", readings, states, events, places }, "old readings, changes of state, events and places were deleted");
    } catch (fault) {
      troubles.failed("retention", fault, "what is old could not be deleted, will be tried again in an hour");
    }
  };
  let timer = setTimeout(function again() {
    void expire();
    timer = setTimeout(again, hourMs);
  }, firstAfterMs);
  return () => clearTimeout(timer);
};
