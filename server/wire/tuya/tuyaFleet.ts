import { sql } from "kysely";
import type { Db } from "#server/db/open.ts";
import type { PresentDevice } from "#server/wire/presence.ts";
import { isTuyaId } from "./tuyaAccess.ts";

/** A device that is known here by an id of the cloud. */
export interface TuyaDevice extends PresentDevice {
  readonly tuyaId: string;
}

/**
 * Devices by their ids in the cloud. All of a server are in one cloud project: an id that two devices have is neither's, since either of them
 * may be another organisation's. What cannot be an id is asked after nowhere: the cloud would refuse the others with it.
 */
export interface TuyaFleet {
  byTuyaId(tuyaId: string): Promise<TuyaDevice | undefined>;
  /** The next devices of the transmission type `tuya` behind this id. */
  after(tuyaId: string, most: number): Promise<TuyaDevice[]>;
  /** Those of these devices that are of the transmission type `tuya` and have an id of their own. */
  among(deviceIds: readonly string[]): Promise<TuyaDevice[]>;
}

const idsAtOnce = 500;

export const openTuyaFleet = (db: Db): TuyaFleet => {
  const devices = () =>
    db
      .selectFrom("device")
      .innerJoin("company", "company.id", "device.company_id")
      .select(["device.id", "device.sn", "device.name", "device.company_id", "company.path", "device.tuya_id"])
      .where(sql<boolean>`device.tuya_id <> ''`);
  const isAlone = sql<boolean>`not exists (select 1 from device as twin where twin.tuya_id = device.tuya_id and twin.tuya_id <> ''
    and twin.id <> device.id)`;
  const ofCloud = () =>
    devices().innerJoin("device_model as model", "model.id", "device.model_id").where("model.transmission", "=", "tuya").where(isAlone);
  type Row = Awaited<ReturnType<ReturnType<typeof devices>["execute"]>>[number];
  const isFit = (row: Row): boolean => isTuyaId(row.tuya_id);
  const deviceOf = ({ id, sn, name, company_id, path, tuya_id }: Row): TuyaDevice => ({
    ...{ id, sn, name, companyId: company_id, companyPath: path, tuyaId: tuya_id },
  });
  return {
    async byTuyaId(tuyaId) {
      const [row, twin] = await devices().where("device.tuya_id", "=", tuyaId).limit(2).execute();
      return row && !twin ? deviceOf(row) : undefined;
    },
    async after(tuyaId, most) {
      for (let behind = tuyaId; ; ) {
        const rows = await ofCloud().where("device.tuya_id", ">", behind).orderBy("device.tuya_id").limit(most).execute();
        const fit = rows.filter(isFit);
        const last = rows.at(-1);
        if (fit.length > 0 || !last) return fit.map(deviceOf);
        behind = last.tuya_id;
      }
    },
    async among(deviceIds) {
      const found: TuyaDevice[] = [];
      for (let at = 0; at < deviceIds.length; at += idsAtOnce) {
        const rows = await ofCloud()
          .where("device.id", "in", deviceIds.slice(at, at + idsAtOnce))
          .execute();
        found.push(...rows.filter(isFit).map(deviceOf));
      }
      return found;
    },
  };
};
