import type { Logger } from "pino";
import type { Db } from "#server/db/open.ts";
import { openCompanyAccess } from "./companyAccess.ts";
import { devicePasswordFits } from "./devicePassword.ts";
import { openGatheredLines } from "./gatheredLines.ts";
import type { RegisteredDevice } from "./registered.ts";
import type { DeviceRegistry } from "./registry.ts";
import type { Authenticate } from "./transport.ts";

interface Options {
  db: Db;
  log: Logger;
  /** The time of day that organisations expire by. */
  believed: () => number;
  registry: Pick<DeviceRegistry, "bySn">;
  deviceSecret: string;
}

/** Judges SN and password, and whether the device's organisation may work: it and all above it are enabled and have not expired. */
export const openDeviceAccess = ({ db, log, believed, registry, deviceSecret }: Options): Authenticate => {
  const mayConnect = openCompanyAccess({ db, believed });
  const lines = openGatheredLines(log);
  const fits = ({ polling, passwordHash }: RegisteredDevice, password: Buffer | undefined): boolean =>
    password ? devicePasswordFits(passwordHash, password.toString("utf8"), deviceSecret) : polling?.registration === "sn";
  return async (sn, password, remote) => {
    try {
      const device = await registry.bySn(sn);
      if (!device || !fits(device, password)) return "refused";
      return (await mayConnect(device.companyPath)) ? { sn, deviceId: device.id } : "disabled";
    } catch (fault) {
      lines.write("error", remote, { err: fault, part: "devices", sn }, "a device could not be looked up");
      return "unavailable";
    }
  };
};
