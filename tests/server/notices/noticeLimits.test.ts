import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { alarmContact, alarmGroup } from "#contract/resources/alarmGroup.ts";
import { writeNoticeEvents } from "#server/notices/noticeEvents.ts";
import { rootCompanyId } from "#server/system/seed.ts";
import { alarmRow } from "#tests/server/alarmRow.ts";
import { decoded } from "#tests/server/providers.ts";
import { done, morning, type NoticeSite, openNoticeSite } from "./noticeSite.ts";

let plant: NoticeSite;
beforeEach(async () => {
  plant = await openNoticeSite();
});
afterEach(() => plant.close());

const li = "13900000001";
const hourMs = 3_600_000;

/** Alarms of the group, as the engine writes them, with what is to be told of them. */
const raise = async (groupId: string, count: number, level = 2, name = "n"): Promise<string[]> => {
  const { db } = plant.site.gatehouse.services;
  const { company_id } = await db.selectFrom("device").select("company_id").where("id", "=", plant.device).executeTakeFirstOrThrow();
  const now = plant.clock.now;
  const records = Array.from({ length: count }, (_, place) =>
    alarmRow({
      id: randomUUID(),
      company_id,
      device_id: plant.device,
      level,
      raised_at: now,
      content: `${name}${place}`,
      content_en: `${name}${place}`,
    }),
  );
  await db.transaction().execute(async (trx) => {
    await trx.insertInto("alarm_log").values(records).execute();
    const group = { groupId, now, released: { zh: "", en: "" } };
    const raises = records.map(({ id, content, content_en }) => ({
      group,
      fresh: true,
      record: { id, level, content, content_en, raised_at: now, repeated_at: null },
    }));
    await writeNoticeEvents(trx, raises, []);
  });
  return records.map(({ id }) => id);
};

describe("limits of what a contact gets", () => {
  it("is so many messages an hour by one channel, then one summary of the rest at its end", async () => {
    const group = await plant.group({ name: "Duty", messageTypes: ["sms"], contactIds: [await plant.contact("Li", li)], perHour: 2 });
    const ids: string[] = [];
    for (const minute of [0, 2, 4, 6, 8]) {
      plant.clock.now = morning + minute * 60_000;
      ids.push(...(await raise(group.id, 1, 3 - (minute % 4), `m${minute}-`)));
      await plant.look();
    }
    expect(plant.texts(li).length).toBe(2);
    const [held] = (await plant.notices(ids[4] ?? "")).notices;
    expect([held?.state, held?.nextAt, held?.attempts]).toEqual(["waiting", "2026-03-02T03:00:00.000Z", []]);
    plant.clock.now = Date.UTC(2026, 2, 2, 3, 0);
    await plant.look();
    await plant.look();
    expect(plant.texts(li).slice(2)).toEqual([
      "【报警汇总】另有 3 条，截至 2026-03-02 10:18:00+08:00（紧急 2 条，一般 1 条）；Pump 1 m4-0；Pump 1 m8-0；Pump 1 m6-0",
    ]);
    const [told] = (await plant.notices(ids[4] ?? "")).notices;
    expect([told?.state, told?.count, told?.attempts.map(({ outcome }) => outcome)]).toEqual(["sent", 3, ["sent"]]);
  });

  it("waits for the end of quiet hours below emergency, and is one summary then", async () => {
    const contactIds = [await plant.contact("Li", li, { language: "en" })];
    const group = await plant.group({ name: "Night", messageTypes: ["sms"], contactIds, quietFrom: "22:00", quietTo: "07:00" });
    plant.clock.now = Date.UTC(2026, 2, 2, 15, 30);
    const [first] = await raise(group.id, 1, 2, "major");
    plant.clock.now += 1;
    await raise(group.id, 1, 2, "minor");
    await raise(group.id, 1, 3, "fire");
    await plant.look();
    expect(plant.texts(li)).toEqual([expect.stringContaining("[Emergency alarm] fire0")]);
    expect((await plant.notices(first ?? "")).waitingUntil).toBe("2026-03-02T23:00:00.000Z");
    plant.clock.now += hourMs;
    await raise(group.id, 1, 1, "general");
    await plant.look();
    plant.clock.now = Date.UTC(2026, 2, 2, 23, 0);
    await plant.look();
    expect(plant.texts(li).slice(1)).toEqual([
      "[Alarm summary] 3 from 2026-03-02 23:30:00+08:00 to 2026-03-03 00:30:00+08:00 (2 Major, 1 General); Pump 1 major0; Pump 1 minor0; Pump 1 general0",
    ]);
    expect((await plant.notices(first ?? "")).waitingUntil).toBeNull();
  });

  it("is one message at once of a storm of five hundred, and one a minute while it goes on", async () => {
    const contactIds = [await plant.contact("Li", li, { email: "li@example.com" })];
    const group = await plant.group({ name: "Storm", messageTypes: ["sms", "email", "webhook"], contactIds, webhookUrl: plant.hook.url });
    const [first] = await raise(group.id, 500);
    await plant.look();
    expect([plant.texts(li).length, plant.mail.letters.length, plant.hook.requests.length]).toEqual([1, 1, 1]);
    expect(plant.texts(li)[0]).toContain("共 500 条");
    expect(decoded(plant.mail.letters[0])).toContain("其余 480 条见报警记录");
    const { event, count, alarms } = JSON.parse(plant.hook.requests[0]?.body ?? "{}");
    expect([event, count, alarms.length]).toEqual(["summary", 500, 100]);
    for (let second = 5; second < 60; second += 5) {
      plant.clock.now = morning + second * 1000;
      await raise(group.id, 5);
      await plant.look();
    }
    expect(plant.texts(li).length).toBe(1);
    plant.clock.now = morning + 66_000;
    await plant.look();
    expect(plant.texts(li).slice(1)).toEqual([expect.stringContaining("共 55 条")]);
    expect((await plant.notices(first ?? "")).notices.map(({ channel, state, count: told }) => [channel, state, told])).toEqual([
      ["email", "sent", 500],
      ["sms", "sent", 500],
      ["webhook", "sent", 500],
    ]);
  });

  it("does not reach who was taken out of the group, or a way that was taken away, meanwhile", async () => {
    const contact = await plant.contact("Li", li);
    const fields = { name: "Duty", messageTypes: ["sms"] as const, contactIds: [contact], perHour: 10 };
    const group = await plant.group(fields);
    plant.sms.answer.status = 500;
    const [id] = await raise(group.id, 1);
    await plant.look();
    done(await plant.site.ask(alarmGroup.calls.put, { ...fields, contactIds: [], id: group.id, version: 1 }, { token: plant.token }));
    plant.sms.answer.status = 200;
    plant.clock.now += 60_000;
    await plant.look();
    expect((await plant.notices(id ?? "")).notices.map(({ state, attempts }) => [state, attempts.map(({ outcome }) => outcome)])).toEqual([
      ["failed", ["refused", "withdrawn"]],
    ]);
    expect(plant.sms.requests.length).toBe(1);
  });
});

describe("a provider that never answers", () => {
  it("ends in time, is tried again, and keeps no other organisation's webhook and no other channel waiting", async () => {
    const contactIds = [await plant.contact("Li", li)];
    const hanging = await plant.group({ name: "Hangs", messageTypes: ["webhook"], webhookUrl: plant.hook.url });
    const other = await plant.group({ name: "Other", messageTypes: ["sms"], contactIds });
    plant.hook.answer.status = 0;
    const ids = await raise(hanging.id, 20);
    await raise(other.id, 1);
    const { db } = plant.site.gatehouse.services;
    const outcomes = () => db.selectFrom("alarm_notice_attempt").select("outcome").execute();
    const looked = plant.look();
    const seen = async () => [plant.hook.requests.length, (await outcomes()).map(({ outcome }) => outcome)];
    await expect.poll(seen, { timeout: 8000 }).toEqual([2, ["sent"]]);
    expect(plant.texts(li).length).toBe(1);
    plant.hook.answer.status = 204;
    await looked;
    const states = await Promise.all(
      ids.map(async (id) => (await plant.notices(id)).notices.map(({ attempts }) => attempts.map(({ outcome }) => outcome))),
    );
    expect(states.flat(2).sort()).toEqual([...Array<string>(18).fill("sent"), "silent", "silent"]);
  }, 30_000);
});

describe("a test of a group", () => {
  const ask = (id: string, type: string, token = plant.token) => plant.site.ask(alarmGroup.calls.try, { id, type }, { token });

  it("answers what came of each receiver, says that it is a test, and is for few a minute", async () => {
    const contactIds = [await plant.contact("Li", li, { email: "li@example.com" }), await plant.contact("Wang", "13900000002")];
    const group = await plant.group({
      name: "Duty",
      messageTypes: ["sms", "email", "wechat", "webhook"],
      contactIds,
      webhookUrl: plant.hook.url,
    });
    expect(done(await ask(group.id, "email")).list).toEqual([
      { name: "Li", address: "li@example.com", outcome: "sent", answer: expect.stringContaining("250") },
      { name: "Wang", address: "", outcome: "noAddress", answer: "" },
    ]);
    expect(decoded(plant.mail.letters[0])).toContain("【测试】这是报警组“Duty”的测试通知");
    plant.hook.answer.status = 410;
    expect(done(await ask(group.id, "webhook")).list).toMatchObject([{ outcome: "refused", answer: expect.stringContaining("410") }]);
    expect(JSON.parse(plant.hook.requests[0]?.body ?? "{}")).toMatchObject({ event: "test", alarm: null });
    expect(done(await ask(group.id, "wechat")).list).toMatchObject([{ outcome: "notConfigured" }]);
    expect((await ask(group.id, "email")).code).toBe(0);
    expect((await ask(group.id, "sms")).code).toBe(1403);
    plant.clock.now += 20_000;
    const plain = await plant.group({ name: "Plain", messageTypes: ["sms"], contactIds });
    expect((await ask(plain.id, "email")).code).toBe(1404);
  });

  it("is refused to who sees the group and may not edit it", async () => {
    const group = await plant.group({ name: "Duty", messageTypes: ["sms"], contactIds: [] });
    const { db } = plant.site.gatehouse.services;
    const calls = [alarmGroup.calls.try, alarmGroup.calls.query, alarmContact.calls.query].map(({ path }) => path);
    const stamps = { created_at: 0, updated_at: 0, updated_by: "" };
    await db
      .insertInto("role")
      .values({ id: "tries", company_id: rootCompanyId, name: "Tries", description: "", ...stamps })
      .execute();
    await db
      .insertInto("role_menu")
      .values({ role_id: "tries", menu_id: "alarms.groups", actions: JSON.stringify(calls) })
      .execute();
    await plant.site.addUser({ account: "trier", type: 1, roles: ["tries"] });
    expect((await ask(group.id, "sms", await plant.site.signIn("trier", "secret1"))).code).toBe(403);
    expect(plant.sms.requests).toEqual([]);
  });
});
