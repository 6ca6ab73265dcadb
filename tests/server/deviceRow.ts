import type { Insertable } from "kysely";
import type { DeviceTable } from "#server/db/schema.ts";

type Given = Partial<Insertable<DeviceTable>> & Pick<Insertable<DeviceTable>, "id" | "company_id" | "sn" | "type_id">;

/** A row of a device with nothing but what is given. */
export const deviceRow = (given: Given): Insertable<DeviceTable> => ({
  name: given.id,
  search: given.id,
  model_id: null,
  industry: "",
  password_hash: "",
  online: 0,
  activated_at: null,
  lng: null,
  lat: null,
  address: "",
  remark: "",
  software_version: "",
  hardware_version: "",
  signal: null,
  iccid: "",
  created_at: 0,
  updated_at: 0,
  updated_by: "",
  ...given,
});
