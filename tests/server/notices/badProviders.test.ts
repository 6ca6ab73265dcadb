import { afterEach, beforeEach, expect, it } from "vitest";
import { messageTypes } from "#contract/resources/alarmGroup.ts";
import { companyWeixin } from "#contract/resources/companyWeixin.ts";
import { type BadAnswer, badAnswers, openTroubledMail, Troubled } from "#tests/server/badAnswers.ts";
import { access, openWeixinServer, templateId } from "#tests/server/weixin/weixinServer.ts";
import { done, type NoticeSite, openNoticeSite } from "./noticeSite.ts";

const [li, wang] = [
  { phone: "13900000001", email: "li@example.com", openid: "o-follower-0001" },
  { phone: "13900000002", email: "wang@example.com", openid: "o-follower-0002" },
];

let troubled: Troubled;
let mail: Awaited<ReturnType<typeof openTroubledMail>>;
let weixin: Awaited<ReturnType<typeof openWeixinServer>>;
let plant: NoticeSite;
beforeEach(async () => {
  troubled = new Troubled([li.phone, li.email, li.openid, "/bad"]);
  mail = await openTroubledMail(troubled);
  weixin = await openWeixinServer(troubled);
  weixin.state.followers.add(wang.openid);
  plant = await openNoticeSite(() => ({ SMTP_URL: mail.url, WEIXIN_API: weixin.base }), troubled);
});
afterEach(async () => {
  await plant.close();
  await Promise.all([mail.close(), weixin.close()]);
});

/** Two groups that one alarm each is told to by every way: what goes to Li and to /bad has trouble, what goes to Wang and to /good has none. */
const openGroups = async (): Promise<void> => {
  const fields = { name: "Account", ...access, originalId: "gh_1", token: "callbacktoken", templateId };
  const account = done(await plant.site.ask(companyWeixin.calls.post, fields, { token: plant.token })).id;
  for (const [point, who, path] of [
    ["p0", li, "/bad"],
    ["p1", wang, "/good"],
  ] as const) {
    const contact_id = await plant.contact(point, who.phone, { email: who.email });
    await plant.site.gatehouse.services.db
      .insertInto("alarm_user_weixin")
      .values({ id: point, weixin_id: account, openid: who.openid, following: 1, created_at: 0, contact_id })
      .execute();
    const told = { messageTypes, contactIds: [contact_id], webhookUrl: `${plant.hook.url}${path}` };
    await plant.rule(point, (await plant.group({ name: point, ...told })).id);
  }
};

/** What came of each try of what an alarm's group is told, by way. */
const outcomes = async (point: string): Promise<Record<string, string[]>> => {
  const { notices } = await plant.notices(await plant.record(point));
  return Object.fromEntries(notices.map(({ channel, attempts }) => [channel, attempts.map(({ outcome }) => outcome)]));
};
const each = (...tries: string[]) => Object.fromEntries(messageTypes.map((type) => [type, tries]));

/** How often each message arrived at the far end, by its id. */
const arrived = (who: typeof li, path: string): number[][] => {
  const ids = [
    plant.sms.requests.filter(({ body }) => body.includes(who.phone)).map(({ body }) => body),
    mail.letters.filter(({ to }) => to.includes(who.email)).map(({ data }) => /^message-id: .*$/im.exec(data)?.[0] ?? ""),
    plant.hook.requests.filter(({ url }) => url === path).map(({ headers }) => String(headers["x-gatehouse-delivery"])),
  ];
  return ids.map((some) => Array.from(new Set(some), (id) => some.filter((other) => other === id).length));
};

const first: Readonly<Record<BadAnswer, string>> = {
  hangs: "silent",
  refuses: "refused",
  closes: "unreachable",
  "breaks off": "unreachable",
  "answers late": "sent",
  "answers twice": "sent",
};

it.each(badAnswers)(
  "a provider that %s keeps no other way and nobody else waiting, and what it did not take is sent again",
  async (bad) => {
    await openGroups();
    troubled.bad = bad;
    await plant.send({ p0: 12, p1: 12 });
    const looked = plant.look();
    await expect.poll(() => outcomes("p1"), { timeout: 9000 }).toEqual(each("sent"));
    const waits = bad === "hangs" || bad === "answers late";
    if (waits) {
      await expect.poll(() => troubled.waiting).toBe(messageTypes.length);
      expect(await outcomes("p0")).toEqual(each());
    }
    if (bad === "answers late") troubled.answerAll();
    await looked;
    expect(await outcomes("p0")).toEqual(each(first[bad]));
    troubled.bad = undefined;
    // Too late: it counts as silent by now.
    troubled.answerAll();
    if (first[bad] !== "sent") {
      plant.clock.now += 40_000;
      await plant.look();
      expect(await outcomes("p0")).toEqual(each(first[bad], "sent"));
    }
    expect(arrived(li, "/bad")).toEqual(Array(3).fill([first[bad] === "sent" ? 1 : 2]));
    expect(arrived(wang, "/good")).toEqual(Array(3).fill([1]));
    expect(weixin.state.taken.size).toBe(2);
  },
  60_000,
);
