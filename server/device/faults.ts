import type { Logger } from "pino";
import type { Db } from "#server/db/open.ts";
import type { RegisteredDevice } from "#server/device/registered.ts";
import { newId } from "#server/kit/newId.ts";

const perMinute = 20;
const longestRaw = 2048;

export interface FaultLog {
  /** Keeps what a device sent that could not be read, with its raw bytes; beyond 20 a minute it is counted only, and the next row says how many. */
  note(device: RegisteredDevice, reason: string, raw: Buffer): void;
  /** Since the start. */
  total(): number;
  idle(): Promise<void>;
}

const controlCharacter = /[^\P{Cc}\t\n\r]/u;

const shown = (raw: Buffer): { text: string } | { hex: string } => {
  const head = raw.subarray(0, longestRaw);
  const text = head.toString("utf8");
  return Buffer.from(text, "utf8").equals(head) && !controlCharacter.test(text) ? { text } : { hex: head.toString("hex") };
};

export const openFaultLog = (db: Db, log: Logger, now: () => number): FaultLog => {
  const minutes = new Map<string, { since: number; rows: number; dropped: number }>();
  let total = 0;
  let tail: Promise<void> = Promise.resolve();
  const insert = async (device: RegisteredDevice, at: number, content: string): Promise<void> => {
    try {
      await db
        .insertInto("device_event")
        .values({
          id: newId(at),
          device_id: device.id,
          company_id: device.companyId,
          kind: "fault",
          at,
          content,
          user_id: null,
          account: "",
          result: "",
        })
        .execute();
    } catch (fault) {
      log.error({ err: fault, part: "fault log", device: device.sn }, "a fault could not be kept");
    }
  };
  return {
    note(device, reason, raw) {
      total += 1;
      const at = now();
      const held = minutes.get(device.id);
      const minute = held && at - held.since < 60_000 ? held : { since: at, rows: 0, dropped: held?.dropped ?? 0 };
      minutes.set(device.id, minute);
      if (minute.rows >= perMinute) {
        minute.dropped += 1;
        return;
      }
      minute.rows += 1;
      const content = JSON.stringify({
        reason,
        bytes: raw.length,
        ...shown(raw),
        ...(minute.dropped > 0 ? { before: minute.dropped } : {}),
      });
      minute.dropped = 0;
      tail = tail.then(() => insert(device, at, content));
    },
    total: () => total,
    idle: () => tail,
  };
};
