import { localTime } from "#contract/kit/localTime.ts";
import { type Language, type MessageId, say } from "#contract/messages.ts";
import type { NoticeEvent } from "#contract/resources/alarmNotice.ts";
import { withUnit } from "#contract/withUnit.ts";
import type { NoticeFacts } from "#server/weixin/keywords.ts";
import type { ToldAlarm, ToldBatch } from "./toldAlarms.ts";

export interface NoticeTexts {
  readonly subject: string;
  readonly text: string;
  readonly short: string;
  /** What a message says that is made of a template: one line each. */
  readonly facts: NoticeFacts;
  /** Where the console shows the alarm; empty where the server has no address. */
  readonly link: string;
}

export interface TextSettings {
  /** Where pages are; without it nothing links to them. */
  readonly publicUrl: string | undefined;
  /** Characters of an SMS, and no more. */
  readonly smsLength: number;
}

const subjectLength = 120;
/** Of a summary: those that an e-mail names, and those that an SMS has room for. */
const named = { text: 20, short: 3 };

const levelIds = ["notice.level.0", "notice.level.1", "notice.level.2", "notice.level.3"] as const satisfies readonly MessageId[];
export const levelWord = (language: Language, level: number): string => say(language, levelIds[level] ?? levelIds[0]);

/** What is data stays on its line. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();

const cut = (text: string, length: number): string => {
  const characters = Array.from(text);
  return characters.length <= length ? text : `${characters.slice(0, Math.max(0, length - 1)).join("")}…`;
};

const timeOf = (zone: string, at: number): string => localTime(zone)(Math.floor(at / 1000) * 1000).replace("T", " ");

export const linkOf = (publicUrl: string | undefined, deviceId: string): string =>
  publicUrl === undefined ? "" : `${new URL(publicUrl).origin}/#/devices/deviceDatail?id=${encodeURIComponent(deviceId)}`;

const recordLinkOf = (publicUrl: string | undefined, recordId: string): string =>
  publicUrl === undefined ? "" : `${new URL(publicUrl).origin}/#/alarms/history?record=${encodeURIComponent(recordId)}`;

const contentOf = ({ content, content_en }: ToldAlarm, language: Language): string =>
  oneLine((language === "en" ? content_en : content) || content || content_en);

/** The value at the raise, as it is kept: a number, or a text in quotes. */
export const keptValue = ({ value }: Pick<ToldAlarm, "value">): number | string | null => (value === null ? null : JSON.parse(value));

const happenedAt = ({ event, raised_at, released_at }: ToldAlarm): number =>
  event === "released" ? (released_at ?? raised_at) : raised_at;

const eventIds = {
  raised: "notice.raised",
  again: "notice.again",
  escalated: "notice.escalated",
  released: "notice.released",
} as const satisfies Record<NoticeEvent, MessageId>;

const oneText = (alarm: ToldAlarm, language: Language, { publicUrl, smsLength }: TextSettings): NoticeTexts => {
  const event = say(language, eventIds[alarm.event]);
  const level = levelWord(language, alarm.level);
  const content = contentOf(alarm, language);
  const device = oneLine(alarm.device_name);
  const at = timeOf(alarm.zone, happenedAt(alarm));
  const link = linkOf(publicUrl, alarm.device_id);
  const value = alarm.event === "released" ? null : keptValue(alarm);
  const point = oneLine((language === "en" && alarm.point_name_en) || alarm.point_name);
  const line = (id: MessageId, text: string): string[] =>
    text === "" ? [] : [say(language, "notice.line", { name: say(language, id), text })];
  const lines = [
    content,
    "",
    ...line("notice.field.device", `${device} (${oneLine(alarm.device_sn)})`),
    ...line("notice.field.company", oneLine(alarm.company_name)),
    ...line("notice.field.level", level),
    ...line("notice.field.rule", oneLine(alarm.rule_name)),
    ...line("notice.field.point", point),
    ...line("notice.field.value", value === null ? "" : withUnit(oneLine(String(value)), oneLine(alarm.unit))),
    ...line("notice.field.at", at),
    ...(link === "" ? [] : ["", link]),
  ];
  const head = say(language, "notice.head", { level, event });
  const tail = say(language, "notice.tail", {
    device,
    sn: oneLine(alarm.device_sn),
    company: oneLine(alarm.company_name),
    at,
    link,
  }).trim();
  const room = smsLength - Array.from(head).length - Array.from(tail).length - 1;
  return {
    subject: cut(`${head}${device} ${content}`, subjectLength),
    text: lines.join("\n"),
    // What is cut is the text of the alarm, not what says where and when it was.
    short: cut(`${head}${cut(content, Math.max(10, room))} ${tail}`, smsLength),
    facts: {
      ...{ device, text: `${event} ${content}`, level, levelZh: levelWord("zh", alarm.level), time: at },
      ...{ company: oneLine(alarm.company_name), sn: oneLine(alarm.device_sn) },
    },
    link: recordLinkOf(publicUrl, alarm.record_id),
  };
};

const summaryText = (batch: ToldBatch, language: Language, { publicUrl, smsLength }: TextSettings): NoticeTexts => {
  const zone = batch.alarms[0]?.zone ?? "UTC";
  const [from, until] = [timeOf(zone, batch.from), timeOf(zone, batch.until)];
  const levels = [3, 2, 1, 0]
    .filter((level) => batch.levels.has(level))
    .map((level) => say(language, "notice.levelCount", { level: levelWord(language, level), count: batch.levels.get(level) ?? 0 }))
    .join(say(language, "notice.comma"));
  const head = say(language, batch.more ? "notice.more" : "notice.many", { count: batch.count, from, until, levels });
  const rows = batch.alarms.map((alarm) => {
    const event = alarm.event === "raised" ? "" : `${say(language, eventIds[alarm.event])} `;
    return { alarm, row: `${event}${oneLine(alarm.device_name)} ${contentOf(alarm, language)}` };
  });
  const left = (shown: number): string[] =>
    batch.count > shown ? [say(language, "notice.left", { count: batch.count - Math.min(shown, rows.length) })] : [];
  const link = publicUrl === undefined ? "" : `${new URL(publicUrl).origin}/#/alarms/history`;
  const full = rows
    .slice(0, named.text)
    .map(({ alarm, row }) => `${timeOf(alarm.zone, happenedAt(alarm))} ${levelWord(language, alarm.level)} ${row}`);
  const highest = Math.max(0, ...batch.levels.keys());
  const short = [head, ...rows.slice(0, named.short).map(({ row }) => cut(row, 60)), ...left(named.short)];
  return {
    subject: cut(head, subjectLength),
    text: [head, "", ...full, ...left(named.text), ...(link === "" ? [] : ["", link])].join("\n"),
    short: cut(short.join(say(language, "notice.semicolon")), smsLength),
    facts: {
      ...{ device: oneLine(batch.alarms[0]?.device_name ?? ""), sn: oneLine(batch.alarms[0]?.device_sn ?? "") },
      ...{ text: head, time: until, company: oneLine(batch.alarms[0]?.company_name ?? "") },
      ...{ level: levelWord(language, highest), levelZh: levelWord("zh", highest) },
    },
    link,
  };
};

/** In the contact's language; names and texts are data, whatever they hold. */
export const noticeTexts = (batch: ToldBatch, language: Language, settings: TextSettings): NoticeTexts => {
  const [first] = batch.alarms;
  return batch.count === 1 && first ? oneText(first, language, settings) : summaryText(batch, language, settings);
};

export const testTexts = (
  group: string,
  at: number,
  zone: string,
  language: Language,
  { smsLength, publicUrl }: TextSettings,
): NoticeTexts => {
  const text = say(language, "notice.test", { group: oneLine(group), at: timeOf(zone, at) });
  return {
    subject: cut(say(language, "notice.test.subject", { group: oneLine(group) }), subjectLength),
    text,
    short: cut(text, smsLength),
    facts: {
      ...{ device: oneLine(group), text: say(language, "notice.test.subject", { group: oneLine(group) }), level: levelWord(language, 0) },
      levelZh: levelWord("zh", 0),
      ...{ time: timeOf(zone, at), company: "", sn: "" },
    },
    link: publicUrl === undefined ? "" : new URL(publicUrl).origin,
  };
};
