import type { KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { limits } from "#contract/limits.ts";
import type { MailServer } from "#server/delivery/mailServer.ts";
import type { SmsGateway } from "#server/delivery/smsGateway.ts";
import { areWebhookHosts, webhookHosts, webhookHostsFault } from "#server/delivery/webhookHosts.ts";
import { readDotEnv } from "#server/dotEnv.ts";
import { isTileTemplate, type MapTiles, tileTemplateFault } from "#server/http/mapTiles.ts";
import { areVideoSources, videoOrigins, videoSourcesFault } from "#server/http/videoSources.ts";
import { publicKeyIn } from "#server/licence/publicKey.ts";
import { StartFault } from "#server/startFault.ts";
import { placeFaults } from "#server/system/filePlaces.ts";
import { logNames } from "#server/system/ownNames.ts";
import { queueOf, type TuyaAccess } from "#server/wire/tuya/tuyaAccess.ts";

const wholeNumber = (min: number, max: number) => {
  const error = max === Number.MAX_SAFE_INTEGER ? `a whole number, ${min} or more` : `a whole number from ${min} to ${max}`;
  return z.coerce.number<number>({ error }).int(error).min(min, error).max(max, error);
};

const port = wholeNumber(0, 65_535);

/** Pages, calls and sockets have fixed addresses: below a path of another host none of them would be found. */
const isRootOfHost = (address: string): boolean => {
  if (!URL.canParse(address)) return true;
  const { pathname, search, hash, username, password } = new URL(address);
  return [pathname.replace("/", ""), search, hash, username, password].every((part) => part === "");
};

const licenceKey = (text: string, context: z.RefinementCtx): KeyObject => {
  const key = publicKeyIn(text);
  if (key) return key;
  context.addIssue({
    code: "custom",
    message: "an Ed25519 public key, in PEM or base64, as `npm run admin -- licence-keys` prints it; or leave it out",
  });
  return z.NEVER;
};

const tuyaAccessId = /^[0-9A-Za-z]{1,64}$/;

const environment = z
  .object({
    PORT: port.default(8080),
    HOST: z.string().default("0.0.0.0"),
    DATA_DIR: z.string().default("./data"),
    DATABASE_URL: z
      .url({ protocol: /^postgres(?:ql)?$/, error: "an address like postgres://user:password@db.example.com/gatehouse" })
      .optional(),
    MQTT_PORT: port.default(1883),
    MQTT_PROXY_PROTOCOL: z.stringbool().default(false),
    DTU_PORT: port.optional(),
    MQTTS_PORT: port.optional(),
    MQTTS_CERT: z.string().optional(),
    MQTTS_KEY: z.string().optional(),
    ADMIN_PASSWORD: z
      .string()
      .min(limits.password.min, `at least ${limits.password.min} characters`)
      .max(limits.typedPassword, `at most ${limits.typedPassword} characters`)
      .optional(),
    PUBLIC_URL: z
      .url({ protocol: /^https?$/, error: "an address like https://iot.example.com" })
      .refine(isRootOfHost, "the console answers at the root of a host of its own, so there is nothing behind it: https://iot.example.com")
      .optional(),
    TRUST_PROXY: wholeNumber(0, 10).default(0),
    METRICS_TOKEN: z.string().min(16, "at least 16 characters").optional(),
    SMS_URL: z.url().optional(),
    SMS_METHOD: z.enum(["GET", "POST"]).default("POST"),
    SMS_TOKEN: z.string().default(""),
    SMS_TYPE: z.string().default("application/json"),
    SMS_BODY: z.string().default('{"phone":"{phone}","text":"{text}"}'),
    SMS_ACCEPTED: z.string().default(""),
    SMS_LENGTH: wholeNumber(70, 1000).default(300),
    SMTP_URL: z.url({ protocol: /^smtps?$/, error: "an address like smtps://user:password@mail.example.com" }).optional(),
    MAIL_FROM: z.email().optional(),
    WEIXIN_API: z.url({ protocol: /^https?$/, error: "an address like https://api.weixin.qq.com" }).default("https://api.weixin.qq.com"),
    WEBHOOK_HOSTS: z.string().refine(areWebhookHosts, webhookHostsFault).optional(),
    LOG_HEAD_FILE: z.string().optional(),
    LOG_KEY_FILE: z.string().optional(),
    LICENCE_PUBLIC_KEY: z.string().transform(licenceKey).optional(),
    LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
    STOP_SECONDS: wholeNumber(1, 600).default(10),
    RETENTION_DAYS: wholeNumber(1, Number.MAX_SAFE_INTEGER).optional(),
    MAP_TILES: z.string().refine(isTileTemplate, tileTemplateFault).optional(),
    MAP_TILES_GCJ: z.stringbool().default(false),
    MAP_TILES_SOURCE: z.string().max(200, "at most 200 characters").default(""),
    MAP_TILES_ZOOM: wholeNumber(1, 22).default(18),
    VIDEO_SOURCES: z.string().refine(areVideoSources, videoSourcesFault).optional(),
    TUYA_ACCESS_ID: z.string().regex(tuyaAccessId, "the access ID of a cloud project: letters and digits").optional(),
    TUYA_ACCESS_SECRET: z.string().min(24, "the access secret of a cloud project, which has 32 characters").optional(),
    TUYA_ENDPOINT: z
      .url({ protocol: /^https?$/, error: "an address like https://openapi.tuyacn.com" })
      .default("https://openapi.tuyacn.com"),
    TUYA_QUEUE: z.url({ protocol: /^wss?$/, error: "an address like wss://mqe.tuyacn.com:8285" }).optional(),
  })
  .refine(({ TUYA_ACCESS_ID, TUYA_ACCESS_SECRET }) => (TUYA_ACCESS_ID === undefined) === (TUYA_ACCESS_SECRET === undefined), {
    path: ["TUYA_ACCESS_SECRET"],
    error: "TUYA_ACCESS_ID and TUYA_ACCESS_SECRET go together: set both, or neither",
  })
  .refine(({ TUYA_ENDPOINT, TUYA_QUEUE }) => TUYA_QUEUE !== undefined || queueOf(TUYA_ENDPOINT) !== undefined, {
    path: ["TUYA_QUEUE"],
    error: "the message queue of the data centre that TUYA_ENDPOINT names has to be set, such as wss://mqe.tuyaus.com:8285",
  })
  .refine(({ SMTP_URL, MAIL_FROM }) => SMTP_URL === undefined || MAIL_FROM !== undefined, {
    path: ["MAIL_FROM"],
    error: "the sender's address is needed with SMTP_URL",
  })
  .refine(({ MQTTS_PORT, MQTTS_CERT, MQTTS_KEY }) => MQTTS_PORT === undefined || (MQTTS_CERT !== undefined && MQTTS_KEY !== undefined), {
    path: ["MQTTS_PORT"],
    error: "MQTT over TLS needs MQTTS_CERT and MQTTS_KEY, the files of the certificate and its key",
  })
  .superRefine(({ PORT, MQTT_PORT, MQTTS_PORT, DTU_PORT }, { addIssue }) => {
    const taken = new Map<number, string>();
    for (const [name, number] of Object.entries({ PORT, MQTT_PORT, MQTTS_PORT, DTU_PORT })) {
      const other = number === undefined ? undefined : taken.get(number);
      if (other) addIssue({ code: "custom", path: [name], message: `${number} is ${other} already: set one of them to another port` });
      else if (number) taken.set(number, name);
    }
  });

/** Every name that is read; docs/operating.md says what each is. */
export const settingNames: readonly string[] = Object.keys(environment.shape);

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** Where records are: a file of the data folder, or an address of PostgreSQL. Readings are in the folder. */
  readonly database: string;
  readonly mqttPort: number;
  /** Connections of devices begin with a header of the PROXY protocol. */
  readonly mqttProxyProtocol: boolean;
  /** Where gateways dial in that are polled; none do without it. */
  readonly dtuPort: number | undefined;
  readonly mqtts: { readonly port: number; readonly certificate: string; readonly key: string } | undefined;
  readonly adminPassword: string | undefined;
  readonly publicUrl: string | undefined;
  /** How many reverse proxies stand in front; what is said of addresses beyond them counts for nothing. */
  readonly trustProxy: number;
  /** Asked of who reads /metrics. */
  readonly metricsToken: string | undefined;
  readonly sms: SmsGateway | undefined;
  /** Characters of a notice that goes by SMS. */
  readonly smsLength: number;
  readonly smtp: MailServer | undefined;
  /** Where WeChat answers the calls of official accounts. */
  readonly weixinApi: string;
  /** Hosts that webhooks may go to by plain http, and though they are not of the public Internet. */
  readonly webhookHosts: readonly string[];
  /** Where the signed head of the operation log and its key are kept: another disk is a better place. */
  readonly logHead: { readonly head: string; readonly key: string };
  /** Ed25519: whose signature makes a licence. */
  readonly licencePublicKey: KeyObject | undefined;
  readonly logLevel: string;
  readonly retentionDays: number | undefined;
  /** Where pictures of the map come from; without any its outlines are drawn alone. */
  readonly mapTiles: MapTiles | undefined;
  /** Origins that pages may load streams from. */
  readonly videoSources: readonly string[];
  /** Tuya's cloud, where the server is let into it. */
  readonly tuya: TuyaAccess | undefined;
  /** What stopping may take at the most. */
  readonly stopSeconds: number;
}

export class ConfigFault extends StartFault {}

const textOf = (file: string): string => {
  try {
    return readFileSync(file, "utf8");
  } catch (fault) {
    const code = fault instanceof Error && "code" in fault ? fault.code : undefined;
    if (code === "ENOENT") return "";
    throw new ConfigFault(`${file} cannot be read (${code ?? fault}): let the account that runs the server read it, or take it away`);
  }
};

/** Some of what else stands there is for the process itself, where a service reads the file into its environment. */
const isOthers = (name: string): boolean => /^(NODE_|LC_|LANG|TZ$|PATH$|HOME$)/.test(name);

const dotEnv = (file: string): NodeJS.Dict<string> => {
  const isKnown = (name: string): boolean => settingNames.includes(name) || isOthers(name);
  const read = readDotEnv(textOf(file), isKnown);
  const mistakes = [
    ...read.mistakes.map(({ line, says }) => `${file}, line ${line}: ${says}`),
    ...Object.keys(read.settings)
      .filter((name) => !isKnown(name))
      .map((name) => `${file}: ${name} is no setting`),
  ];
  if (mistakes.length > 0) throw new ConfigFault(mistakes.join("\n"));
  return read.settings;
};

const tuyaAccessOf = (data: z.output<typeof environment>): TuyaAccess | undefined => {
  const { TUYA_ACCESS_ID: id, TUYA_ACCESS_SECRET: secret, TUYA_ENDPOINT: endpoint } = data;
  const queue = data.TUYA_QUEUE ?? queueOf(endpoint);
  if (id === undefined || secret === undefined || queue === undefined) return undefined;
  return { id, secret, endpoint: new URL(endpoint).origin, queue: queue.replace(/\/+$/, "") };
};

const configOf = (data: z.output<typeof environment>): Config => ({
  port: data.PORT,
  host: data.HOST,
  dataDir: resolve(data.DATA_DIR),
  database: data.DATABASE_URL ?? join(resolve(data.DATA_DIR), "app.db"),
  mqttPort: data.MQTT_PORT,
  dtuPort: data.DTU_PORT,
  mqttProxyProtocol: data.MQTT_PROXY_PROTOCOL,
  mqtts:
    data.MQTTS_PORT !== undefined && data.MQTTS_CERT && data.MQTTS_KEY
      ? { port: data.MQTTS_PORT, certificate: resolve(data.MQTTS_CERT), key: resolve(data.MQTTS_KEY) }
      : undefined,
  adminPassword: data.ADMIN_PASSWORD,
  publicUrl: data.PUBLIC_URL,
  trustProxy: data.TRUST_PROXY,
  metricsToken: data.METRICS_TOKEN,
  sms: data.SMS_URL
    ? {
        url: data.SMS_URL,
        method: data.SMS_METHOD,
        token: data.SMS_TOKEN,
        contentType: data.SMS_TYPE,
        body: data.SMS_BODY,
        accepted: data.SMS_ACCEPTED,
      }
    : undefined,
  smsLength: data.SMS_LENGTH,
  smtp: data.SMTP_URL && data.MAIL_FROM ? { url: data.SMTP_URL, from: data.MAIL_FROM } : undefined,
  weixinApi: new URL(data.WEIXIN_API).origin,
  webhookHosts: data.WEBHOOK_HOSTS === undefined ? [] : webhookHosts(data.WEBHOOK_HOSTS),
  logHead: {
    head: resolve(data.LOG_HEAD_FILE ?? join(data.DATA_DIR, logNames.head)),
    key: resolve(data.LOG_KEY_FILE ?? join(data.DATA_DIR, logNames.key)),
  },
  licencePublicKey: data.LICENCE_PUBLIC_KEY,
  logLevel: data.LOG_LEVEL,
  retentionDays: data.RETENTION_DAYS,
  mapTiles:
    data.MAP_TILES === undefined
      ? undefined
      : { url: data.MAP_TILES, gcj02: data.MAP_TILES_GCJ, attribution: data.MAP_TILES_SOURCE, zoom: data.MAP_TILES_ZOOM },
  videoSources: data.VIDEO_SOURCES === undefined ? [] : videoOrigins(data.VIDEO_SOURCES),
  tuya: tuyaAccessOf(data),
  stopSeconds: data.STOP_SECONDS,
});

/** Reads settings from the environment and a `.env` file; every mistake is one line of the error's message. */
export const readConfig = (variables: NodeJS.ProcessEnv, envFile = ".env"): Config => {
  const given = Object.fromEntries(Object.entries({ ...dotEnv(envFile), ...variables }).filter(([, value]) => value !== ""));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    throw new ConfigFault(parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("\n"));
  }
  const config = configOf(parsed.data);
  const misplaced = placeFaults(config, envFile);
  if (misplaced.length > 0) throw new ConfigFault(misplaced.join("\n"));
  return config;
};
