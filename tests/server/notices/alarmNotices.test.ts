import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { alarmLog, alarmTrigger } from "#contract/resources/alarm.ts";
import { alarmGroup } from "#contract/resources/alarmGroup.ts";
import { decoded } from "#tests/server/providers.ts";
import { done, type NoticeSite, openNoticeSite, receiverOf } from "./noticeSite.ts";

let plant: NoticeSite;
beforeEach(async () => {
  plant = await openNoticeSite();
});
afterEach(() => plant.close());

const [li, wang, zhao] = ["13900000001", "13900000002", "13900000003"] as const;

describe("a raised alarm", () => {
  it("reaches exactly the contacts of its rule's group, by the group's ways, each in its language [S7.089] [S4.051]", async () => {
    const ids = [
      await plant.contact("Li", li, { email: "li@example.com", language: "zh" }),
      await plant.contact("Wang", wang, { email: "wang@example.com", language: "en" }),
    ];
    const other = await plant.contact("Zhao", zhao, { email: "zhao@example.com" });
    const group = await plant.group({ name: "Duty", messageTypes: ["sms", "email"], contactIds: ids });
    await plant.group({ name: "Others", messageTypes: ["sms", "email"], contactIds: [other] });
    await plant.rule("p0", group.id, { pushContent: "{device} 压力 {value}", pushContentEn: "{device} pressure {value}" });
    await plant.rule("p1", null);
    await plant.send({ p0: 12, p1: 12 });
    await plant.look();
    expect([plant.texts(li), plant.texts(wang), plant.texts(zhao)]).toEqual([
      [
        expect.stringMatching(
          /^【重要报警】Pump 1 压力 12 Pump 1（NOTICE-1，.+）2026-03-02 10:10:00\+08:00 https:\/\/iot\.example\.com\/#\/devices\/deviceDatail\?id=/,
        ),
      ],
      [expect.stringMatching(/^\[Major alarm\] Pump 1 pressure 12 Pump 1 \(NOTICE-1, /)],
      [],
    ]);
    expect(plant.mail.letters.map(({ to }) => to).sort()).toEqual([["li@example.com"], ["wang@example.com"]]);
    const letter = decoded(plant.mail.letters.find(({ to }) => to[0] === "wang@example.com"));
    for (const line of ["Value: 12 bar", "Data point: p0", "Alarm rule: High p0", "Time: 2026-03-02 10:10:00+08:00"])
      expect(letter).toContain(line);
    await plant.look();
    expect([plant.sms.requests.length, plant.mail.letters.length]).toEqual([2, 2]);
  });

  it("has every attempt on record, with what the provider said and when it is tried again [S7.087]", async () => {
    const group = await plant.group({ name: "Duty", messageTypes: ["sms", "wechat"], contactIds: [await plant.contact("Li", li)] });
    await plant.rule("p0", group.id);
    Object.assign(plant.sms.answer, { status: 500, body: "no credit\u0007" });
    await plant.send({ p0: 12 });
    await plant.look();
    const record = await plant.record("p0");
    const [sms, wechat] = (await plant.notices(record)).notices;
    expect(sms).toMatchObject({ channel: "sms", name: "Li", address: li, state: "waiting", events: ["raised"], count: 1 });
    expect(sms?.attempts).toEqual([
      { at: new Date(plant.clock.now).toISOString(), outcome: "refused", answer: "500 no credit", nextAt: sms?.nextAt },
    ]);
    expect(wechat).toMatchObject({ channel: "wechat", state: "failed", attempts: [{ outcome: "notConfigured", nextAt: null }] });
    for (let attempts = 1; attempts < 5; attempts += 1) {
      await plant.look();
      const [waiting] = (await plant.notices(record)).notices;
      expect(waiting?.attempts.length).toBe(attempts);
      plant.clock.now = Date.parse(waiting?.nextAt ?? "");
      await plant.look();
    }
    const [ended] = (await plant.notices(record)).notices;
    expect([ended?.state, ended?.attempts.length, ended?.nextAt, ended?.attempts.at(-1)?.nextAt]).toEqual(["failed", 5, null, null]);
    const times = ended?.attempts.map(({ at }) => Date.parse(at)) ?? [];
    const waits = times.slice(1).map((at, place) => (at - (times[place] ?? 0)) / 1000);
    for (const [place, wait] of [30, 120, 600, 3600].entries())
      expect(Math.abs((waits[place] ?? 0) / wait - 1)).toBeLessThanOrEqual(0.2001);
  });

  it("of a masked rule is written, and nobody is told until the mask is over [S7.085] [S4.060]", async () => {
    const group = await plant.group({ name: "Duty", messageTypes: ["sms"], contactIds: [await plant.contact("Li", li)] });
    const rule = await plant.rule("p0", group.id);
    done(await plant.site.ask(alarmTrigger.calls.open_or_close_mask, { id: rule, mask: true }, { token: plant.token }));
    await plant.send({ p0: 12 });
    await plant.look();
    expect([plant.sms.requests, await plant.notices(await plant.record("p0"))]).toEqual([
      [],
      { notices: [], waitingUntil: null, escalation: [] },
    ]);
    plant.clock.now += 7_200_000;
    done(await plant.site.ask(alarmTrigger.calls.open_or_close_mask, { id: rule, mask: false }, { token: plant.token }));
    const texts = expect.poll(async () => {
      await plant.look();
      return plant.texts(li).length;
    });
    await texts.toBe(1);
  });

  it("is told again when it is over, where the group asks for it", async () => {
    const contactIds = [await plant.contact("Li", li)];
    const [told, silent] = [
      await plant.group({ name: "Told", messageTypes: ["sms"], contactIds, tellRelease: true }),
      await plant.group({ name: "Silent", messageTypes: ["sms"], contactIds }),
    ];
    await plant.rule("p0", told.id, { releaseContent: "压力恢复 {value}" });
    await plant.rule("p1", silent.id);
    await plant.send({ p0: 12, p1: 12 });
    await plant.look();
    plant.clock.now += 60_000;
    await plant.send({ p0: 8, p1: 8 });
    await plant.look();
    const beginnings = plant.texts(li).map((text) => text.slice(0, 15));
    expect([beginnings.slice(0, 2).sort(), beginnings.slice(2)]).toEqual([
      ["【重要报警】p0 12 bar", "【重要报警】p1 12 bar"].map((text) => text.slice(0, 15)),
      ["【重要报警解除】压力恢复 8 "],
    ]);
    expect((await plant.notices(await plant.record("p0"))).notices.map(({ events }) => events)).toEqual([["raised"], ["released"]]);
  });

  it("that comes more than an hour late tells nobody", async () => {
    const group = await plant.group({ name: "Duty", messageTypes: ["sms"], contactIds: [await plant.contact("Li", li)] });
    await plant.rule("p0", group.id);
    await plant.rule("p1", group.id);
    const at = plant.clock.now;
    await plant.client().publishAsync(
      "gw/NOTICE-1/telemetry",
      JSON.stringify(
        [
          { ts: at - 3_601_000, values: { p0: 12 } },
          { ts: at - 3_599_000, values: { p1: 12 } },
        ].map(({ ts, values }) => ({ ts, slaves: [{ no: 1, values }] })),
      ),
      { qos: 1 },
    );
    await plant.look();
    expect(plant.texts(li)).toEqual([expect.stringContaining("p1")]);
  });
});

describe("a webhook", () => {
  it("is signed, can be told from one that is played again, and follows no redirection", async () => {
    const group = await plant.group({ name: "Hook", messageTypes: ["webhook"], webhookUrl: `${plant.hook.url}/alarms?key=1` });
    expect(group.webhookSecret).toMatch(/^[\w-]{43}$/);
    const receiver = receiverOf(
      () => group.webhookSecret ?? "",
      () => plant.clock.now,
    );
    await plant.rule("p0", group.id, { pushContent: '{"x":1}\r\nX-Evil: 1' });
    Object.assign(plant.hook.answer, { status: 307, location: plant.sms.url });
    await plant.send({ p0: 12 });
    await plant.look();
    const [notice] = (await plant.notices(await plant.record("p0"))).notices;
    expect([notice?.attempts[0]?.outcome, plant.sms.requests]).toEqual(["refused", []]);
    Object.assign(plant.hook.answer, { status: 204, location: "" });
    plant.clock.now = Date.parse(notice?.nextAt ?? "");
    await plant.look();
    for (const { headers, body } of plant.hook.requests) receiver.take(headers, body);
    expect(receiver.refused).toEqual(["known"]);
    expect(receiver.taken.map(({ id, body }) => [id === body.id, body.event, body.alarm?.value])).toEqual([[true, "raised", 12]]);
    plant.clock.now += 301_000;
    const [, second] = plant.hook.requests;
    const late = receiverOf(
      () => group.webhookSecret ?? "",
      () => plant.clock.now,
    );
    late.take(second?.headers ?? {}, second?.body ?? "");
    late.take(second?.headers ?? {}, `${second?.body} `);
    expect([late.refused, late.taken]).toEqual([["old", "signature"], []]);
  });

  it("goes to no address of an inner network that the settings do not name, by plain http to none, and its secret is never answered", async () => {
    const refused = async (webhookUrl: string) => {
      const asked = { name: webhookUrl.slice(0, 40), messageTypes: ["webhook"], webhookUrl };
      const { code, fields } = await plant.site.ask(alarmGroup.calls.post, asked, { token: plant.token });
      return [code, fields.map(({ path }) => path)];
    };
    for (const url of [
      "http://example.com/",
      "https://10.0.0.1/",
      "https://[::1]/",
      "https://localhost/",
      "https://169.254.169.254/",
      "https://u:p@example.com/",
      "https://[::ffff:10.0.0.1]/",
    ])
      expect([url, await refused(url)]).toEqual([url, [400, ["webhookUrl"]]]);
    const group = await plant.group({
      name: "Named",
      messageTypes: ["webhook"],
      webhookUrl: "https://localtest.invalid/",
      webhookSecret: "s".repeat(16),
    });
    expect(group.webhookSecret).toBeUndefined();
    const { list } = done(await plant.site.ask(alarmGroup.calls.query, { search: "Named" }, { token: plant.token }));
    expect(JSON.stringify(list)).not.toContain("ssss");
  });
});

describe("an alarm that nobody processes", () => {
  it("is told again and to the next group, by their ways, in words that say so, until it is processed", async () => {
    const first = await plant.group({
      name: "Duty",
      messageTypes: ["sms"],
      contactIds: [await plant.contact("Li", li, { language: "en" })],
    });
    const next = await plant.group({ name: "Head", messageTypes: ["sms"], contactIds: [await plant.contact("Wang", wang)] });
    const more = { method: "repeat", repeatMinutes: 10, escalation: [{ minutes: 15, alarmGroupId: next.id }] };
    await plant.rule("p0", first.id, more);
    const begun = plant.clock.now;
    await plant.send({ p0: 12 });
    await plant.look();
    /** The alarm clock goes on its own: looks until so many texts went to each of the two. */
    const pass = async (minutes: number, counts: [number, number]) => {
      plant.clock.now = begun + minutes * 60_000;
      const sent = expect.poll(
        async () => {
          await plant.look();
          return [plant.texts(li).length, plant.texts(wang).length];
        },
        { timeout: 5000 },
      );
      await sent.toEqual(counts);
    };
    await pass(10, [2, 0]);
    const record = await plant.record("p0");
    const due = new Date(begun + 900_000).toISOString();
    const waiting = { step: 1, groupName: "Head", dueAt: due, toldAt: null, state: "waiting" };
    expect((await plant.notices(record)).escalation).toEqual([waiting]);
    await pass(15, [2, 1]);
    expect(plant.texts(li)).toEqual([
      expect.stringMatching(/^\[Major alarm\] /),
      expect.stringMatching(/^\[Major alarm still unhandled\] /),
    ]);
    expect(plant.texts(wang)).toEqual([expect.stringMatching(/^【重要报警升级】/)]);
    const told = await plant.notices(record);
    expect(told.escalation).toEqual([{ ...waiting, state: "told", toldAt: due }]);
    expect(told.notices.map(({ events }) => events)).toEqual([["raised"], ["again"], ["escalated"]]);
    const request = { ids: [record], state: 1, remark: "valve opened" };
    done(await plant.site.ask(alarmLog.calls.recover, request, { token: plant.token }));
    const row = done(await plant.site.ask(alarmLog.calls.get, { id: record }, { token: plant.token }));
    expect(row).toMatchObject({ reminders: 1, remindedAt: new Date(begun + 600_000).toISOString(), remindsAt: null });
  });
});
