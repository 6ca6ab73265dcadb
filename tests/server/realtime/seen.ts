import { expect, vi } from "vitest";
import type { Desk, Hall } from "./hall.ts";

export const until = (seen: () => void) => vi.waitFor(seen, { timeout: 8_000, interval: 10 });
export const types = (desk: Desk) => desk.received.map(({ type }) => type);
export const valuesOf = (desk: Desk, deviceId: string) =>
  desk.received.flatMap((data) =>
    data.type === 1 && data.content.deviceId === deviceId ? data.content.values.map(({ value }) => value) : [],
  );
export const presences = (desk: Desk) => desk.received.flatMap((data) => (data.type === 2 ? [data.content] : []));
/** Something that everybody of the organisation sees at once: what was sent before it has arrived when it has. */
export const mark = async (hall: Hall, desk: Desk, companyPath: string) => {
  const before = types(desk).filter((type) => type === 4).length;
  hall.realtime.traffic({ deviceId: "mark", name: "mark", sn: "mark", companyPath, at: 0 });
  await until(() => expect(types(desk).filter((type) => type === 4).length).toBe(before + 1));
};
