import type { Masks } from "./masks.ts";

interface Looked {
  readonly device_id: string;
  /** Of the device's organisation. */
  readonly path: string;
  readonly alarm_notice: number;
  readonly rule_id: string | null;
  readonly alarm_type_id: string | null;
}

/** Whether nobody is to be told of a record now: a mask holds it back, or its device has notices off. */
export const isSilenced = (
  masks: Pick<Masks, "of">,
  { device_id, path, alarm_notice, rule_id, alarm_type_id }: Looked,
  at: number,
): boolean =>
  alarm_notice === 0 ||
  masks.of({ device: { id: device_id, companyPath: path }, rule: { id: rule_id, typeId: alarm_type_id } }, at) !== undefined;
