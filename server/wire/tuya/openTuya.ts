import type { Logger } from "pino";
import type { Db } from "#server/db/open.ts";
import type { Troubles } from "#server/system/troubles.ts";
import { openCompanyAccess } from "#server/wire/companyAccess.ts";
import type { DeviceSide } from "#server/wire/deviceSide.ts";
import type { PresenceKeeper } from "#server/wire/presence.ts";
import type { TuyaAccess } from "./tuyaAccess.ts";
import { openTuyaFleet } from "./tuyaFleet.ts";
import { openTuyaPresence, type TuyaPresence } from "./tuyaPresence.ts";
import { openTuyaSide, type TuyaSide, type TuyaTimes } from "./tuyaSide.ts";

interface Options {
  db: Db;
  access: TuyaAccess | undefined;
  side: Pick<DeviceSide, "heard" | "unprocessed">;
  presence: Pick<PresenceKeeper, "connected" | "disconnected" | "isConnected">;
  /** A device that is also connected by another transport, which says when it goes. */
  connectedElsewhere(sn: string): boolean;
  log: Logger;
  troubles: Pick<Troubles, "failed" | "over">;
  now: () => number;
  uptime: () => number;
  believed: () => number;
  times: TuyaTimes | undefined;
}

export interface Tuya extends TuyaSide, Pick<TuyaPresence, "has" | "drop"> {}

/** Tuya's cloud with all that it takes. */
export const openTuya = ({ db, presence: keeper, connectedElsewhere, believed, log, times, ...options }: Options): Tuya => {
  const presence = openTuyaPresence({ presence: keeper, now: options.now, connectedElsewhere });
  const side = openTuyaSide({
    ...{ ...options, presence, log: log.child({ part: "tuya" }), fleet: openTuyaFleet(db) },
    mayWork: openCompanyAccess({ db, believed }),
    ...(times ? { times } : {}),
  });
  return { ...side, has: presence.has, drop: presence.drop };
};
