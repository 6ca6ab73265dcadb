import pino from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type AlarmNotices, openAlarmNotices } from "#server/notices/alarmNotices.ts";
import type { Channel } from "#server/notices/channels.ts";
import { writeNoticeEvents } from "#server/notices/noticeEvents.ts";
import { type Fleet, openFleet, someday } from "#tests/server/alarm/fleet.ts";
import { alarmRow } from "#tests/server/alarmRow.ts";
import { refuseWrites } from "#tests/server/refuseWrites.ts";

let fleet: Fleet;
beforeEach(async () => {
  fleet = await openFleet();
});
afterEach(() => fleet.close());

/** A record, and that a group is to be told of it by webhook. */
const tell = async (id: string): Promise<void> => {
  const stamps = { created_at: 0, updated_at: 0, updated_by: "" };
  const kept = { message_types: '["webhook"]', webhook_url: "https://hooks.example.com/", webhook_secret: "s".repeat(32) };
  await fleet.db.transaction().execute(async (trx) => {
    await trx
      .insertInto("alarm_group")
      .values({ id, company_id: "north", name: id, ...kept, ...stamps })
      .execute();
    await trx
      .insertInto("alarm_log")
      .values(alarmRow({ id, company_id: "north", device_id: "d1", raised_at: someday }))
      .execute();
    const record = { id, level: 1, content: id, content_en: id, raised_at: someday, repeated_at: null };
    await writeNoticeEvents(trx, [{ group: { groupId: id, now: someday, released: { zh: "", en: "" } }, record, fresh: true }], []);
  });
};

const notices = (channel: Pick<Channel, "isConfigured" | "send">): AlarmNotices =>
  openAlarmNotices({
    ...{ db: fleet.db, log: pino({ level: "silent" }), troubles: fleet.troubles, believed: () => fleet.now },
    channels: {
      webhook: { tells: "group", atOnce: 4, perLane: 4, laneOf: ({ id }) => id, addressOf: () => "hooks.example.com", ...channel },
    },
    settings: { publicUrl: undefined, smsLength: 300 },
  });

const kept = () => fleet.db.selectFrom("alarm_notice").select(["state", "tries", "next_at"]).execute();
const attempts = () => fleet.db.selectFrom("alarm_notice_attempt").select(["at", "outcome"]).execute();

describe("a notice", () => {
  it("is claimed right before it is sent, when all of it is made, and at the time of that", async () => {
    await tell("slow");
    const seen: unknown[] = [];
    const look = async (when: string): Promise<void> => {
      seen.push([when, await kept()]);
    };
    let asked = 0;
    const telling = notices({
      async isConfigured() {
        asked += 1;
        // The first time is when it is planned.
        if (asked > 1) await look("made");
        if (asked > 1) fleet.now += 7000;
        return true;
      },
      async send() {
        await look("sent");
        return "200";
      },
    });
    await telling.look();
    expect(seen).toEqual([
      ["made", [{ state: "due", tries: 0, next_at: someday }]],
      ["sent", [{ state: "sending", tries: 1, next_at: someday + 7000 }]],
    ]);
    expect(await attempts()).toEqual([{ at: someday + 7000, outcome: "sent" }]);
  });

  it("that cannot be claimed is not sent, and tried again at the next look and not before", async () => {
    await tell("unclaimed");
    let sent = 0;
    const telling = notices({
      isConfigured: () => true,
      async send() {
        sent += 1;
        return "200";
      },
    });
    const makeRoom = await refuseWrites(fleet.db, "alarm_notice", "update", "disk full");
    await telling.look();
    expect([sent, await kept(), fleet.troubles.total()]).toEqual([0, [{ state: "due", tries: 0, next_at: someday }], 1]);
    await makeRoom();
    await telling.look();
    expect([sent, await attempts()]).toEqual([1, [{ at: someday, outcome: "sent" }]]);
  });
});
