import { alarmContact, alarmGroup, type MessageType, messageTypes } from "#contract/resources/alarmGroup.ts";
import { alarmContacts, alarmGroups, newWebhookSecret } from "#server/catalog/alarmGroups.ts";
import { type AddressFault, addressFault } from "#server/delivery/outgoingAddress.ts";
import { type HandlerContext, implement } from "#server/kit/implement.ts";
import { fieldProblem, Problem } from "#server/kit/problem.ts";
import type { Channels } from "#server/notices/channels.ts";
import { tryGroup } from "#server/notices/noticeTries.ts";

const faults = {
  scheme: "rule.webhook.https",
  userInfo: "rule.webhook.userInfo",
  inner: "rule.webhook.private",
} as const satisfies Record<AddressFault, string>;

const checkUrl = (url: string, hosts: readonly string[]): void => {
  const fault = url === "" ? undefined : addressFault(url, hosts);
  if (fault) throw fieldProblem("webhookUrl", faults[fault]);
};

const configured = async (channels: Channels, companyId: string): Promise<MessageType[]> => {
  const types: MessageType[] = [];
  for (const type of messageTypes) if (await channels[type]?.isConfigured(companyId)) types.push(type);
  return types;
};

/** The secret that is made for a webhook that has none and was given none. */
const madeSecret = async ({ services: { db } }: HandlerContext, types: readonly MessageType[], given: string, id?: string) => {
  if (given !== "" || !types.includes("webhook")) return undefined;
  const kept =
    id === undefined ? undefined : await db.selectFrom("alarm_group").select("webhook_secret").where("id", "=", id).executeTakeFirst();
  return kept?.webhook_secret ? undefined : newWebhookSecret();
};

export const alarmGroupAnswers = implement(alarmGroup, {
  async query(request, context) {
    const { services, caller } = context;
    const list = await alarmGroups.answers.query(request, context);
    return { ...list, configured: await configured(services.alarmNotices.channels, caller.companyId) };
  },
  async post(request, context) {
    checkUrl(request.webhookUrl, context.services.config.webhookHosts);
    const webhookSecret = await madeSecret(context, request.messageTypes, request.webhookSecret);
    const { id } = await alarmGroups.answers.post({ ...request, ...(webhookSecret ? { webhookSecret } : {}) }, context);
    return { id, ...(webhookSecret ? { webhookSecret } : {}) };
  },
  async put(request, context) {
    checkUrl(request.webhookUrl, context.services.config.webhookHosts);
    const webhookSecret = await madeSecret(context, request.messageTypes, request.webhookSecret, request.id);
    await alarmGroups.answers.put({ ...request, ...(webhookSecret ? { webhookSecret } : {}) }, context);
    return webhookSecret ? { webhookSecret } : {};
  },
  delete: alarmGroups.answers.delete,
  async try({ id, type }, { services, caller, at }) {
    const { db, config, alarmNotices, noticeTries } = services;
    if (!caller.grants.has(alarmGroup.calls.put.path)) throw new Problem("forbidden");
    await alarmGroups.toChange(db, caller, id);
    const settings = { publicUrl: config.publicUrl, smsLength: config.smsLength };
    return {
      list: await tryGroup({ db, channels: alarmNotices.channels, settings, at, take: () => noticeTries.take(caller.userId) }, id, type),
    };
  },
});
export const alarmContactAnswers = implement(alarmContact, alarmContacts.answers);
