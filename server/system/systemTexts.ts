import type { Db } from "#server/db/open.ts";

export interface SystemTexts {
  /** The platform's name, also the first remark of the dictionary sys-conf. */
  platform: string;
  /** Maintenance phone. */
  phone: string;
  /** Filing (ICP) text. */
  record: string;
  /** Address of a picture, or empty. */
  logo: string;
  domain: string;
}

export const systemTexts = async (db: Db): Promise<SystemTexts> => {
  const rows = await db.selectFrom("dict").select(["value", "remark"]).where("name", "=", "sys-conf").orderBy("priority").execute();
  const remarkOf = (value: string): string => rows.find((row) => row.value === value)?.remark ?? "";
  return {
    platform: remarkOf("platform"),
    phone: remarkOf("phone"),
    record: remarkOf("record"),
    logo: remarkOf("logo"),
    domain: remarkOf("domain"),
  };
};
