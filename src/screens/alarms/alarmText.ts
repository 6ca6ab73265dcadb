import type { AlarmRow } from "#contract/resources/alarm.ts";
import { withUnit } from "#contract/withUnit.ts";

/** `Compressor (3)`; empty for an alarm of the device itself, which has slave 0. */
export const slaveText = ({ slave, slaveName }: Pick<AlarmRow, "slave" | "slaveName">): string => {
  if (slave === 0) return "";
  return slaveName === "" ? String(slave) : `${slaveName} (${slave})`;
};

/** The value that brought the alarm: what it stands for, or the number with its unit; zero is one. */
export const valueText = ({ value, valueLabel, decimals, unit }: Pick<AlarmRow, "value" | "valueLabel" | "decimals" | "unit">): string => {
  if (valueLabel !== "") return valueLabel;
  if (value === null || value === "") return "–";
  const text = typeof value === "number" && decimals !== null ? value.toFixed(decimals) : String(value);
  return withUnit(text, unit);
};
