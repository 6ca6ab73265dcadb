import type { MessageType } from "#contract/resources/alarmGroup.ts";
import type { NoticeOutcome } from "#contract/resources/alarmNotice.ts";
import type { Db } from "#server/db/open.ts";
import { Allowance } from "#server/kit/allowance.ts";
import { eachAbreast } from "#server/kit/eachAbreast.ts";
import { newId } from "#server/kit/newId.ts";
import { Problem } from "#server/kit/problem.ts";
import { attempt, type Channels, type NoticeContact, timeoutMs } from "./channels.ts";
import { contactsIn, knownGroup } from "./noticeGroups.ts";
import { type TextSettings, testTexts } from "./noticeText.ts";
import { testBody } from "./webhookBody.ts";

export interface NoticeTries {
  /** Throws noticeTriesMany for a user who has asked too often. */
  take(userId: string): void;
}

/** A test costs money, and rings. */
const perMinute = 3;

export const openNoticeTries = (uptime: () => number): NoticeTries => {
  const allowance = new Allowance({ perSecond: perMinute / 60, burst: perMinute });
  return {
    take(userId) {
      const wait = allowance.ask(userId, uptime());
      if (wait > 0) throw new Problem("noticeTriesMany", { values: { seconds: Math.ceil(wait / 1000) } });
    },
  };
};

export interface Tried {
  readonly name: string;
  readonly address: string;
  readonly outcome: NoticeOutcome;
  readonly answer: string;
}

interface Trying {
  readonly db: Db;
  readonly channels: Channels;
  readonly settings: TextSettings;
  readonly at: number;
  /** Called before anything is sent; throws where that is too often. */
  take(): void;
}

const abreast = 8;
/** Begins none behind this, so that the answer comes. */
const longestMs = 2 * timeoutMs;

/** A marked test to everybody in the group by one of its ways, as a notice goes; answers what came of each. */
export const tryGroup = async ({ db, channels, settings, at, take }: Trying, groupId: string, type: MessageType): Promise<Tried[]> => {
  const group = await knownGroup(db, groupId);
  if (!group) throw new Problem("notFound");
  if (!group.messageTypes.includes(type)) throw new Problem("noticeTypeOff");
  const channel = channels[type];
  if (!(channel && (await channel.isConfigured(group.companyId)))) return [{ name: "", address: "", outcome: "notConfigured", answer: "" }];
  take();
  const receivers: (NoticeContact | undefined)[] = channel.tells === "group" ? [undefined] : await contactsIn(db, groupId);
  const tried: Tried[] = [];
  const begun = performance.now();
  await eachAbreast([...receivers.entries()], abreast, async ([place, contact]) => {
    const address = channel.addressOf(contact, group);
    const whom = { name: contact?.name ?? group.name, address };
    const id = newId(at);
    if (address === "") tried[place] = { ...whom, outcome: "noAddress", answer: "" };
    else if (performance.now() - begun > longestMs) tried[place] = { ...whom, outcome: "notTried", answer: "" };
    else {
      const texts = testTexts(group.name, at, group.zone, contact?.language ?? "zh", settings);
      const { outcome, answer } = await attempt(channel, { ...texts, id, address, group, at, body: testBody(id, group.name, at) });
      tried[place] = { ...whom, outcome, answer };
    }
  });
  return tried;
};
