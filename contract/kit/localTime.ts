import { offsetsOf, offsetText } from "#contract/kit/zones.ts";

/** Writes instants as local time of a zone with its offset, 2026-11-27T08:00:00+08:00, with milliseconds where there are any. */
export const localTime = (zone: string): ((ts: number) => string) => {
  const offsetAt = offsetsOf(zone);
  let known = Number.NaN;
  let suffix = "";
  return (ts) => {
    const offset = offsetAt(ts);
    if (offset !== known) {
      known = offset;
      suffix = offsetText(offset);
    }
    const text = new Date(ts + offset).toISOString().slice(0, -1);
    return `${text.endsWith(".000") ? text.slice(0, -4) : text}${suffix}`;
  };
};
