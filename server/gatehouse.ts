import { mkdirSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { openAlarmEngine } from "#server/alarm/alarmEngine.ts";
import { openCaptchas } from "#server/auth/captchas.ts";
import { openKnownBrowsers } from "#server/auth/knownBrowsers.ts";
import { openLoginLimits } from "#server/auth/loginLimits.ts";
import { openPhoneCodes } from "#server/auth/phoneCodes.ts";
import { openSessions } from "#server/auth/sessions.ts";
import type { Config } from "#server/config.ts";
import { openDatabase } from "#server/db/open.ts";
import { codeSender } from "#server/delivery/codeSender.ts";
import { type Broker, openBroker } from "#server/device/broker.ts";
import { openCommands } from "#server/device/commands.ts";
import { deviceSecret } from "#server/device/devicePassword.ts";
import { openFaultLog } from "#server/device/faults.ts";
import { openIngest } from "#server/device/ingest.ts";
import { openPresence } from "#server/device/presence.ts";
import { openRegistry } from "#server/device/registry.ts";
import { takeWebSockets } from "#server/device/webSocketDevices.ts";
import { clearUploads } from "#server/files/uploads.ts";
import { buildApp } from "#server/http/app.ts";
import { askerAddress } from "#server/http/askerAddress.ts";
import { openMetrics } from "#server/http/metrics.ts";
import { isOwnOrigin } from "#server/http/ownOrigin.ts";
import { logKeys, openHeadKeeper } from "#server/log/logHead.ts";
import { openOperationLog } from "#server/log/operationLog.ts";
import { openRefusedReads } from "#server/log/refusedReads.ts";
import { watchExpiry } from "#server/people/reach.ts";
import { openRealtime, type Realtime } from "#server/realtime/realtime.ts";
import type { Services } from "#server/services.ts";
import { startRetention } from "#server/system/retention.ts";
import { seedSystem } from "#server/system/seed.ts";
import { systemTexts } from "#server/system/systemTexts.ts";
import { openEmbeddedTelemetry } from "#server/telemetry/embedded.ts";

export interface Gatehouse {
  readonly services: Services;
  readonly app: FastifyInstance;
  readonly broker: Broker;
  readonly httpPort: number;
  readonly mqttPort: number;
  readonly mqttsPort: number | undefined;
  /** Password that was made up for `admin`, at the first start without ADMIN_PASSWORD. */
  readonly madeUpPassword: string | undefined;
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly console?: string;
  readonly now?: () => number;
  readonly presenceGraceMs?: number;
  /** How long a device may take to reply to a command. */
  readonly replyMs?: number;
}

/** Starts the whole server: databases, devices, calls, realtime. Ports of 0 take free ones. */
export const startGatehouse = async (config: Config, log: Logger, options: StartOptions = {}): Promise<Gatehouse> => {
  const now = options.now ?? Date.now;
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  await clearUploads(config.dataDir);
  const db = await openDatabase(join(config.dataDir, "app.db"));
  const seeded = await seedSystem(db, now(), config.adminPassword);
  const telemetry = await openEmbeddedTelemetry({
    file: join(config.dataDir, "telemetry.db"),
    log: log.child({ part: "telemetry" }),
    clock: now,
  });
  const registry = openRegistry(db, telemetry);
  const sessions = openSessions(db, now);
  const later: { broker?: Broker; realtime?: Realtime } = {};
  const realtimeNow = (): Realtime => {
    if (!later.realtime) throw new Error("realtime is not open yet");
    return later.realtime;
  };
  const brokerNow = (): Broker => {
    if (!later.broker) throw new Error("the broker is not open yet");
    return later.broker;
  };
  const alarms = await openAlarmEngine({ db, log: log.child({ part: "alarms" }), now, notify: (event) => later.realtime?.alarm(event) });
  const presence = await openPresence({
    db,
    log,
    now,
    kick: (sn) => later.broker?.kick(sn),
    changed(change, device) {
      later.realtime?.presence(change);
      const devicePromise = registry.byId(device.id).then((known) => known && alarms.presenceChanged(known, change.online, change.at));
      devicePromise.catch((fault: unknown) =>
        log.error({ err: fault, part: "alarms", sn: change.sn }, "a presence change could not be judged"),
      );
    },
    ...(options.presenceGraceMs === undefined ? {} : { graceMs: options.presenceGraceMs }),
  });
  const commands = openCommands(brokerNow, now, options.replyMs);
  const logHead = await openHeadKeeper(db, config.logHead, now, (fault) =>
    log.error({ part: "operation log", err: fault }, "the operation log does not bear out its signed head: run verify-log"),
  );
  const operationLog = await openOperationLog(db, logKeys(config.logHead.key).chain, logHead.note);
  const refusedReads = openRefusedReads(operationLog, log, now);
  const services: Services = {
    config,
    log,
    now,
    db,
    sessions,
    captchas: openCaptchas(now),
    phoneCodes: openPhoneCodes({
      now,
      log,
      sendCode: codeSender(config, db, now),
      platform: async () => (await systemTexts(db)).platform,
    }),
    loginLimits: openLoginLimits(),
    knownBrowsers: openKnownBrowsers(db, now),
    operationLog,
    refusedReads,
    telemetry,
    registry,
    presence,
    commands,
    alarms,
    get realtime() {
      return realtimeNow();
    },
  };
  const faults = openFaultLog(db, log, now);
  const ingest = openIngest({
    db,
    log,
    now,
    registry,
    telemetry,
    alarms,
    presence,
    commands,
    realtime: realtimeNow,
    faults,
    deviceSecret: await deviceSecret(db),
  });
  const metrics = openMetrics(
    {
      devices_online: { help: "Devices connected", value: () => presence.onlineCount() },
      sockets_open: { help: "Pages connected", value: () => realtimeNow().stats().sockets },
      readings_queued: { help: "Readings waiting to be stored", value: async () => (await telemetry.stats()).queued },
    },
    {
      messages: { help: "Telemetry messages stored", value: () => ingest.stats().messages },
      readings: { help: "Readings decoded", value: () => ingest.stats().readings },
      faults: { help: "What devices sent that could not be read", value: () => faults.total() },
      messages_dropped: { help: "Messages of devices acknowledged and dropped", value: () => later.broker?.stats().dropped ?? 0 },
      device_logins_refused: { help: "Log-ins of devices refused", value: () => later.broker?.stats().refusedLogins ?? 0 },
      device_logins_limited: { help: "Log-ins of devices not judged", value: () => later.broker?.stats().limitedLogins ?? 0 },
      devices_flooding: { help: "Connections of devices closed for flooding", value: () => later.broker?.stats().flooded ?? 0 },
      unknown_points: { help: "Values of points that no data template has", value: () => ingest.stats().unknownPoints },
    },
  );
  let ready = false;
  const app = await buildApp(services, {
    ...(options.console ? { console: options.console } : {}),
    metrics,
    ready: () => ready,
  });
  later.realtime = openRealtime({
    http: app.server,
    sessions,
    db,
    log: log.child({ part: "realtime" }),
    now,
    allowed: ({ headers }) => isOwnOrigin(headers, headers.host ?? "", config.publicUrl),
    address: (request) => askerAddress(request, config.trustProxy),
    refused: refusedReads.subscription,
  });
  await app.listen({ port: config.port, host: config.host });
  const broker = await openBroker({
    ...{ hooks: ingest.hooks, log: log.child({ part: "mqtt" }), port: config.mqttPort, host: config.host },
    proxyProtocol: config.mqttProxyProtocol,
    ...(config.mqtts ? { tls: config.mqtts } : {}),
  });
  later.broker = broker;
  const stopWebSockets = takeWebSockets({
    http: app.server,
    address: (request) => askerAddress(request, config.trustProxy),
    take: broker.take,
  });
  const stopExpiryWatch = watchExpiry(services);
  const stopRetention =
    config.retentionDays === undefined ? () => undefined : startRetention({ telemetry, db }, config.retentionDays, now, log);
  ready = true;
  const address = app.server.address() as AddressInfo;
  return {
    services,
    app,
    broker,
    httpPort: address.port,
    mqttPort: broker.port,
    mqttsPort: broker.tlsPort,
    madeUpPassword: seeded.password,
    async stop() {
      ready = false;
      stopExpiryWatch();
      stopRetention();
      stopWebSockets();
      await later.broker?.stop();
      commands.stop();
      await later.realtime?.stop();
      await app.close();
      await refusedReads.flush();
      await alarms.stop();
      await presence.stop();
      await faults.idle();
      await telemetry.stop();
      logHead.stop();
      await db.destroy();
    },
  };
};
