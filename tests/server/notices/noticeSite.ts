import { createHmac } from "node:crypto";
import type { MqttClient } from "mqtt";
import { alarmLog, alarmTrigger } from "#contract/resources/alarm.ts";
import { alarmContact, alarmGroup } from "#contract/resources/alarmGroup.ts";
import type { Troubled } from "#tests/server/badAnswers.ts";
import { addDevice, addTemplate, connectDevice, sendTelemetry } from "#tests/server/fleet.ts";
import { openGateway, openMail } from "#tests/server/providers.ts";
import { adminPassword, openSite, type Site } from "#tests/server/site.ts";

/** A working morning in Shanghai. */
export const morning = Date.UTC(2026, 2, 2, 2, 10);

export const done = <Data>(answer: { code: number; message: string; data: Data }): Data => {
  if (answer.code !== 0) throw new Error(`${answer.code} ${answer.message} ${JSON.stringify(answer.data)}`);
  return answer.data;
};

export interface Webhook {
  readonly id: string;
  readonly body: { id: string; event: string; sentAt: string; count?: number; alarm?: Record<string, unknown>; alarms?: unknown[] };
}

/** A receiver as docs/operating.md tells how to write one: it takes nothing that is unsigned, older than five minutes or known. */
export const receiverOf = (secret: () => string, now: () => number) => {
  const seen = new Set<string>();
  const refused: string[] = [];
  const taken: Webhook[] = [];
  return {
    refused,
    taken,
    take(headers: Readonly<Record<string, unknown>>, body: string): void {
      const { t = "", v1 = "" } = Object.fromEntries(`${headers["x-gatehouse-signature"]}`.split(",").map((part) => part.split("=")));
      const expected = createHmac("sha256", secret()).update(`${t}.${body}`).digest("hex");
      const id = `${headers["x-gatehouse-delivery"]}`;
      if (v1 !== expected) refused.push("signature");
      else if (Math.abs(now() / 1000 - Number(t)) > 300) refused.push("old");
      else if (seen.has(id)) refused.push("known");
      else {
        seen.add(id);
        taken.push({ id, body: JSON.parse(body) });
      }
    },
  };
};

export type Gateway = Awaited<ReturnType<typeof openGateway>>;
export type Mail = Awaited<ReturnType<typeof openMail>>;

export interface NoticeSite {
  readonly site: Site;
  readonly token: string;
  readonly sms: Gateway;
  readonly mail: Mail;
  readonly hook: Gateway;
  readonly clock: { now: number };
  readonly device: string;
  readonly client: () => MqttClient;
  /** Texts of SMS that were asked for, by phone. */
  texts(phone: string): string[];
  contact(name: string, phone: string, more?: object): Promise<string>;
  group(fields: object): Promise<{ id: string; webhookSecret?: string | undefined }>;
  /** A rule of `above` its limit on one of the points a, b, c, …; answers its id. */
  rule(point: string, alarmGroupId: string | null, more?: object): Promise<string>;
  send(values: Readonly<Record<string, number>>): Promise<void>;
  look(): Promise<void>;
  record(point: string): Promise<string>;
  notices(recordId: string): Promise<Awaited<ReturnType<typeof noticesOf>>>;
  close(): Promise<void>;
}

const noticesOf = async (site: Site, token: string, id: string) => done(await site.ask(alarmLog.calls.notices, { id }, { token }));

export const points = Array.from({ length: 40 }, (_, index) => `p${index}`);

/** The whole server with a device, and providers that tell what they were asked. */
export const openNoticeSite = async (
  variables: (at: { sms: Gateway; mail: Mail }) => Record<string, string> = () => ({}),
  troubled?: Troubled,
): Promise<NoticeSite> => {
  const [sms, mail, hook] = [await openGateway(troubled), await openMail(), await openGateway(troubled)];
  const clock = { now: morning };
  const site = await openSite({
    now: () => clock.now,
    variables: {
      ...{ SMS_URL: sms.url, SMTP_URL: mail.url("console:secret"), MAIL_FROM: "console@example.com", WEBHOOK_HOSTS: "127.0.0.1" },
      PUBLIC_URL: "https://iot.example.com",
      ...variables({ sms, mail }),
    },
  });
  const token = await site.signIn("admin", adminPassword);
  const template = await addTemplate(
    site,
    token,
    "Pump",
    points.map((address) => ({ name: address, nameEn: address, address, valueType: "float64", unit: "bar" })),
  );
  const sn = "NOTICE-1";
  const device = await addDevice(site, token, { sn, name: "Pump 1", recipeId: template.recipeId });
  let client = await connectDevice(site, sn);
  return {
    ...{ site, token, sms, mail, hook, clock, device },
    client: () => client,
    texts: (phone) => sms.requests.map(({ body }) => JSON.parse(body)).flatMap((asked) => (asked.phone === phone ? asked.text : [])),
    contact: async (name, phone, more = {}) => done(await site.ask(alarmContact.calls.post, { name, phone, ...more }, { token })).id,
    group: async (fields) => done(await site.ask(alarmGroup.calls.post, fields, { token })),
    rule: async (point, alarmGroupId, more = {}) =>
      done(
        await site.ask(
          alarmTrigger.calls.post,
          {
            ...{ name: `High ${point}`, recipeId: template.recipeId, pointId: template.points[point], condition: "above", a: 10, max: 9 },
            ...{ level: 2, alarmGroupId, ...more },
          },
          { token },
        ),
      ).id,
    async send(values) {
      if (!client.connected) client = await connectDevice(site, sn);
      await sendTelemetry(client, sn, { values });
    },
    look: () => site.gatehouse.services.alarmNotices.look(),
    async record(point) {
      const { list } = done(await site.ask(alarmLog.calls.query, { pageSize: 100 }, { token }));
      const found = list.find(({ pointName }) => pointName === point);
      if (!found) throw new Error(`no alarm of ${point}`);
      return found.id;
    },
    notices: (id) => noticesOf(site, token, id),
    async close() {
      client.end(true);
      await site.close();
      await Promise.all([sms.close(), mail.close(), hook.close()]);
    },
  };
};
