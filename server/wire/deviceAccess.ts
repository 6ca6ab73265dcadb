import type { Logger } from "pino";
import type { Db } from "#server/db/open.ts";
import { openCompanyAccess } from "./companyAccess.ts";
import { devicePasswordFits } from "./devicePassword.ts";
import { openGatheredLines } from "./gatheredLines.ts";
import type { RefusedLogIn } from "./logInRecord.ts";
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
  /** A device's log-in did not come in. */
  refused?(device: RegisteredDevice, why: RefusedLogIn, remote: string): void;
}

/** Judges SN and password, and whether the device's organisation may work: it and all above it are enabled and have not expired. */
export const openDeviceAccess = ({ db, log, believed, registry, deviceSecret, refused }: Options): Authenticate => {
  const mayConnect = openCompanyAccess({ db, believed });
  const lines = openGatheredLines(log);
  const fits = ({ polling, passwordHash }: RegisteredDevice, password: Buffer | undefined): boolean =>
    password ? devicePasswordFits(passwordHash, password.toString("utf8"), deviceSecret) : polling?.registration === "sn";
  return async (sn, password, remote) => {
    try {
      const device = await registry.bySn(sn);
      if (!device) return "refused";
      if (!fits(device, password)) {
        refused?.(device, password?.length ? "password" : "noPassword", remote);
        return "refused";
      }
      if (await mayConnect(device.companyPath)) return { sn, deviceId: device.id };
      refused?.(device, "disabled", remote);
      return "disabled";
    } catch (fault) {
      lines.write("error", remote, { err: fault, part: "devices", sn }, "a device could not be looked up");
      return "unavailable";
    }
  };
};
