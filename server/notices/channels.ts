import type { Language } from "#contract/messages.ts";
import type { MessageType } from "#contract/resources/alarmGroup.ts";
import type { NoticeOutcome } from "#contract/resources/alarmNotice.ts";
import type { Config } from "#server/config.ts";
import { HeldBack, NotTaken } from "#server/delivery/codeProvider.ts";
import { mailServer } from "#server/delivery/mailServer.ts";
import { ForbiddenAddress, hostOf } from "#server/delivery/outgoingAddress.ts";
import { smsGateway } from "#server/delivery/smsGateway.ts";
import { Gone, postWebhook } from "#server/delivery/webhook.ts";
import type { NoticeFacts } from "#server/weixin/keywords.ts";

export interface NoticeContact {
  readonly id: string;
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  /** In the official account that it is told by; empty where it is bound to none, or follows no more. */
  readonly openid: string;
  readonly language: Language;
}

export interface NoticeGroup {
  readonly id: string;
  readonly companyId: string;
  readonly name: string;
  readonly webhookUrl: string;
  readonly webhookSecret: string;
}

export interface Outgoing {
  /** The same whenever it is tried again. */
  readonly id: string;
  readonly address: string;
  readonly group: NoticeGroup;
  /** UTC ms. */
  readonly at: number;
  readonly subject: string;
  /** Several lines. */
  readonly text: string;
  /** One line, as long as an SMS may be. */
  readonly short: string;
  /** The same in parts, for messages that are made of a template. */
  readonly facts: NoticeFacts;
  /** Where the console shows it; empty where the server has no address. */
  readonly link: string;
  /** JSON. */
  readonly body: string;
}

/** A way of telling: its provider, and whom it reaches. */
export interface Channel {
  /** Whether each contact of a group is told, or one place for all of it. */
  readonly tells: "contacts" | "group";
  /** Messages that are on their way at once, and those of one lane among them. */
  readonly atOnce: number;
  readonly perLane: number;
  /** Those of one lane wait for each other: of an organisation where the provider is the server's, of a group where it is the group's. */
  laneOf(group: NoticeGroup): string;
  /** Whether a provider is set for the organisation of the group. */
  isConfigured(companyId: string): boolean | Promise<boolean>;
  /** Empty where the contact has none. */
  addressOf(contact: NoticeContact | undefined, group: NoticeGroup): string;
  /** Answers what the provider said; rejects where it was not taken. */
  send(message: Outgoing, signal: AbortSignal): Promise<string>;
}

/** What is missing here is not configured. */
export type Channels = Readonly<Partial<Record<MessageType, Channel>>>;

/** The channels that the server's settings let notices go by. */
export const noticeChannels = (config: Pick<Config, "sms" | "smtp" | "webhookHosts">, wechat: Channel): Channels => {
  const sms = config.sms && smsGateway(config.sms).tell;
  const mail = config.smtp && mailServer(config.smtp).tell;
  const byServer = { tells: "contacts", atOnce: 8, perLane: 4, laneOf: ({ companyId }: NoticeGroup) => companyId } as const;
  return {
    sms: {
      ...byServer,
      isConfigured: () => sms !== undefined,
      addressOf: (contact) => contact?.phone ?? "",
      send: async ({ address, short, subject, id }) => (await sms?.(address, { subject, text: short, id })) ?? "",
    },
    email: {
      ...byServer,
      isConfigured: () => mail !== undefined,
      addressOf: (contact) => contact?.email ?? "",
      send: async ({ address, subject, text, id }) => (await mail?.(address, { subject, text, id })) ?? "",
    },
    wechat,
    webhook: {
      ...{ tells: "group", atOnce: 16, perLane: 2, laneOf: ({ id }: NoticeGroup) => id },
      isConfigured: () => true,
      addressOf: (_, { webhookUrl }) => (URL.canParse(webhookUrl) ? hostOf(new URL(webhookUrl)) : ""),
      send: ({ group, id, body, at }, signal) =>
        postWebhook({ url: group.webhookUrl, secret: group.webhookSecret, id, body, at }, config.webhookHosts, signal),
    },
  };
};

export interface Attempt {
  readonly outcome: NoticeOutcome;
  /** Plain text, cut. */
  readonly answer: string;
  /** It is not worth another try. */
  readonly final?: true;
  /** It is not worth one before so many milliseconds are over. */
  readonly waitMs?: number;
}

export const timeoutMs = 10_000;
const answerLength = 300;

const plain = (answer: string): string =>
  Array.from(answer.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, " ").trim())
    .slice(0, answerLength)
    .join("");

const codeOf = (fault: unknown): string => {
  if (!(fault instanceof Error)) return "";
  if ("code" in fault && typeof fault.code === "string") return fault.code;
  return codeOf(fault.cause);
};

/** A fault that hides another, as `fetch` throws it. */
const forbidden = (fault: unknown): boolean =>
  fault instanceof ForbiddenAddress || (fault instanceof Error && fault.cause !== undefined && forbidden(fault.cause));

const failureOf = (fault: unknown): Attempt => {
  if (fault instanceof Gone) return { outcome: "refused", answer: plain(fault.answer), final: true };
  if (fault instanceof HeldBack) return { outcome: "refused", answer: plain(fault.answer), waitMs: fault.waitMs };
  if (fault instanceof NotTaken) return { outcome: "refused", answer: plain(fault.answer) };
  if (forbidden(fault)) return { outcome: "forbidden", answer: "", final: true };
  const code = codeOf(fault);
  const silent = code === "ETIMEDOUT" || (fault instanceof Error && (fault.name === "TimeoutError" || fault.name === "AbortError"));
  return silent ? { outcome: "silent", answer: "" } : { outcome: "unreachable", answer: plain(code) };
};

/** One attempt, which ends in time whatever the provider does, or with the server. Never rejects. */
export const attempt = async (channel: Channel, message: Outgoing, ending?: AbortSignal): Promise<Attempt> => {
  const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(ending ? [ending] : [])]);
  try {
    const late = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
    signal.throwIfAborted();
    return { outcome: "sent", answer: plain(await Promise.race([channel.send(message, signal), late])) };
  } catch (fault) {
    return ending?.aborted ? { outcome: "lost", answer: "" } : failureOf(fault);
  }
};
