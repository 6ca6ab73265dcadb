const quarter = 900_000;
const offsetName = /GMT(?:([+-])(\d+):(\d+)(?::(\d+))?)?/;

/**
 * Writes instants as local time of a zone with its offset, 2026-11-27T08:00:00+08:00, with milliseconds where there are any.
 * Offsets are looked up once a quarter of an hour, at whose bounds every zone of our time changes.
 */
export const localTime = (zone: string): ((ts: number) => string) => {
  const format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  let known = Number.NaN;
  let offset = 0;
  let suffix = "";
  return (ts) => {
    const block = Math.floor(ts / quarter);
    if (block !== known) {
      known = block;
      const [, sign, hours = "00", minutes = "00", seconds = "00"] = offsetName.exec(format.format(block * quarter)) ?? [];
      const distance = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
      offset = sign === "-" ? -distance : distance;
      suffix = `${sign ?? "+"}${hours}:${minutes}`;
    }
    const text = new Date(ts + offset).toISOString().slice(0, -1);
    return `${text.endsWith(".000") ? text.slice(0, -4) : text}${suffix}`;
  };
};
