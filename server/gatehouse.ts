import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { openAlarmEngine } from "#server/alarm/alarmEngine.ts";
import { newestReadingOf } from "#server/alarm/newestReading.ts";
import { openCaptchas } from "#server/auth/captchas.ts";
import { openKnownBrowsers } from "#server/auth/knownBrowsers.ts";
import { factorLimits, openLoginLimits } from "#server/auth/loginLimits.ts";
import { openPageTokens } from "#server/auth/pageTokens.ts";
import { openPhoneCodes } from "#server/auth/phoneCodes.ts";
import { openSessions } from "#server/auth/sessions.ts";
import { openChanges } from "#server/changes/changes.ts";
import { followChanges } from "#server/changes/followers.ts";
import type { Config } from "#server/config.ts";
import { openDatabase } from "#server/db/open.ts";
import { codeSender } from "#server/delivery/codeSender.ts";
import { noticeSender } from "#server/delivery/noticeSender.ts";
import { eraseLeft, readingsErased } from "#server/devices/erasure.ts";
import type { LaterCommands } from "#server/devices/laterCommand.ts";
import { openLaterCommands } from "#server/devices/laterCommands.ts";
import { watchLeases } from "#server/devices/leaseWatch.ts";
import { openPictureAllowance } from "#server/files/pictureAllowance.ts";
import { sweepPictures } from "#server/files/unusedPictures.ts";
import { clearUploads } from "#server/files/uploads.ts";
import { buildApp } from "#server/http/app.ts";
import { askerAddress } from "#server/http/askerAddress.ts";
import { followBuild } from "#server/http/consoleBuild.ts";
import { openFailedCalls } from "#server/http/failedCalls.ts";
import { endCalls, openInFlight } from "#server/http/inFlight.ts";
import { isOwnOrigin } from "#server/http/ownOrigin.ts";
import { jobKinds } from "#server/jobs/jobKinds.ts";
import { openJobs } from "#server/jobs/jobs.ts";
import { believedTime } from "#server/kit/believedTime.ts";
import { checkLicence } from "#server/licence/licence.ts";
import { openLog } from "#server/log/openLog.ts";
import { openAlarmNotices } from "#server/notices/alarmNotices.ts";
import { noticeChannels } from "#server/notices/channels.ts";
import { openNoticeTries } from "#server/notices/noticeTries.ts";
import { openNoticeWaits } from "#server/people/noticeWaits.ts";
import { openPhoneProbes } from "#server/people/phoneProbes.ts";
import { watchExpiry } from "#server/people/reach.ts";
import { isPostgresUrl } from "#server/postgres/connect.ts";
import { holdDatabase } from "#server/postgres/databaseLock.ts";
import { openRealtime, type Realtime } from "#server/realtime/realtime.ts";
import type { Services } from "#server/services.ts";
import { homeOf } from "#server/shortLived/home.ts";
import { openShortLived } from "#server/shortLived/openShortLived.ts";
import { type Closing, openClosing } from "#server/system/closing.ts";
import { openDataFolder } from "#server/system/dataFolder.ts";
import { openFigures } from "#server/system/figures.ts";
import { type Machine, openHealth, thisMachine } from "#server/system/health.ts";
import { checkRecordsPlace, keepRecordsPlace } from "#server/system/recordsPlace.ts";
import { startRetention } from "#server/system/retention.ts";
import { noteShown, seedSystem } from "#server/system/seed.ts";
import { systemTexts } from "#server/system/systemTexts.ts";
import { openTroubles } from "#server/system/troubles.ts";
import { openEmbeddedTelemetry } from "#server/telemetry/embedded.ts";
import { openSceneCodes } from "#server/weixin/sceneCodes.ts";
import { openWeixinApi } from "#server/weixin/weixinApi.ts";
import { weixinChannel } from "#server/weixin/weixinChannel.ts";
import { endAllWaiting, endWaiting } from "#server/wire/commandRow.ts";
import { type CommandSender, openCommands } from "#server/wire/commands.ts";
import { openDeviceAccess } from "#server/wire/deviceAccess.ts";
import { openDeviceLogIn } from "#server/wire/deviceLogIn.ts";
import { deviceSecret } from "#server/wire/devicePassword.ts";
import { openDeviceSide } from "#server/wire/deviceSide.ts";
import { openEventBudget } from "#server/wire/eventBudget.ts";
import { openFaultLog } from "#server/wire/faults.ts";
import { openIngest } from "#server/wire/ingest.ts";
import { openLogInRecord } from "#server/wire/logInRecord.ts";
import { loginLimits } from "#server/wire/loginLimit.ts";
import { openMessageCounts } from "#server/wire/messageCounts.ts";
import { openMessageRecord, refusalsTold } from "#server/wire/messageRecord.ts";
import { type DtuSide, openDtuSide } from "#server/wire/modbus/dtuSide.ts";
import { type Broker, openBroker } from "#server/wire/mqtt/broker.ts";
import { deviceHooks } from "#server/wire/mqtt/deviceHooks.ts";
import { takeWebSockets } from "#server/wire/mqtt/webSocketDevices.ts";
import { byTimer, type Later, openPresence } from "#server/wire/presence.ts";
import { openPosting, type Posting } from "#server/wire/push/posting.ts";
import { openPushSide, type PushSide } from "#server/wire/push/pushSide.ts";
import { openRegistry } from "#server/wire/registry.ts";
import { openSparkplugSide, type SparkplugSide } from "#server/wire/sparkplug/sparkplugSide.ts";
import { openTuya, type Tuya } from "#server/wire/tuya/openTuya.ts";
import type { TuyaTimes } from "#server/wire/tuya/tuyaSide.ts";

export interface Gatehouse {
  readonly services: Services;
  readonly app: FastifyInstance;
  readonly broker: Broker;
  readonly realtime: Realtime;
  readonly httpPort: number;
  readonly mqttPort: number;
  readonly mqttsPort: number | undefined;
  readonly dtuPort: number | undefined;
  /** Password that was made up for `admin`, at a start without ADMIN_PASSWORD before one was shown. */
  readonly madeUpPassword: string | undefined;
  /** It has been shown: no start makes up another. */
  passwordShown(): Promise<void>;
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly console?: string;
  readonly now?: () => number;
  /** Milliseconds that only go forward; follows `now` where that is given. */
  readonly uptime?: () => number;
  /** The timer of how long devices are expected back after a restart, and those that post until they post again. */
  readonly presenceTimer?: Later;
  readonly machine?: Machine;
  /** Ends the start: it closes what it opened, and rejects. */
  readonly signal?: AbortSignal;
  /** How long a device may take to reply to a command. */
  readonly replyMs?: number;
  readonly tuyaTimes?: TuyaTimes;
}

/** Parts that others ask for before they are open. */
interface OpenedLater {
  broker: Broker;
  realtime: Realtime;
  posting: Posting;
  push: PushSide;
  dtu: DtuSide;
  sparkplug: SparkplugSide;
  commands: LaterCommands;
  tuya: Tuya;
}

/** Of the time for stopping: how much calls that are being answered may take, and messages that are being stored; the rest is for closing. */
const shares = { calls: 0.5, messages: 0.7, all: 0.9 };

/** Two servers on one database would judge alarms and presence twice. */
const stopsAll =
  (log: Logger) =>
  (fault: Error): void => {
    log.fatal({ err: fault, part: "database" }, "another server holds the database by now: this one stops");
    process.kill(process.pid, "SIGTERM");
  };

/** Starts the whole server: databases, devices, calls, realtime. Ports of 0 take free ones. Closes what it opened when it cannot. */
export const startGatehouse = async (config: Config, log: Logger, options: StartOptions = {}): Promise<Gatehouse> => {
  const closing = openClosing(log);
  const stopMs = config.stopSeconds * 1000;
  try {
    return await openAll(config, log, options, closing);
  } catch (fault) {
    await closing.close(stopMs * shares.all);
    throw fault;
  }
};

const openAll = async (config: Config, log: Logger, options: StartOptions, closing: Closing): Promise<Gatehouse> => {
  const now = options.now ?? Date.now;
  const uptime = options.uptime ?? options.now ?? (() => performance.now());
  const believed = believedTime(now, uptime);
  const troubles = openTroubles(log, now, uptime);
  const goOn = (): void => options.signal?.throwIfAborted();
  const stopMs = config.stopSeconds * 1000;
  goOn();
  const folder = openDataFolder(config.dataDir);
  closing.add("data folder", () => folder.release());
  if (folder.openBecause !== undefined) log.warn({ part: "data folder" }, folder.openBecause);
  await clearUploads(config.dataDir);
  checkRecordsPlace(config.dataDir, config.database);
  if (isPostgresUrl(config.database)) closing.add("database lock", await holdDatabase(config.database, { troubles, taken: stopsAll(log) }));
  // The fault itself holds the whole connection.
  const lost = ({ message }: Error): void => log.warn({ part: "database", said: message }, "a connection to the database was lost");
  const db = await openDatabase(config.database, {
    beside: [config.logHead.head],
    upgrading: (from) =>
      log.warn({ part: "database", from }, "records are upgraded, and no copy is kept: only a backup or a dump brings back what they were"),
    lost,
  });
  closing.add("database", () => db.destroy());
  if (isPostgresUrl(config.database)) await keepRecordsPlace(db, config.dataDir, config.database);
  const home = homeOf(config, { lost, log });
  closing.add("short-lived state", () => home.destroy());
  const shortLived = await openShortLived(home, { now, uptime, troubles });
  goOn();
  const seeded = await seedSystem(db, now(), config.adminPassword);
  goOn();
  const telemetry = await openEmbeddedTelemetry({
    file: join(config.dataDir, "telemetry.db"),
    log: log.child({ part: "telemetry" }),
    troubles,
    clock: now,
  });
  closing.add("telemetry", () => telemetry.stop());
  await eraseLeft({ db, telemetry });
  const machine = options.machine ?? thisMachine(config.dataDir);
  const health = openHealth({ db, telemetry, troubles, machine, uptime });
  closing.add("health", () => health.stop());
  const registry = openRegistry(db, telemetry);
  const sessions = openSessions(db, now, { uptime, believed });
  const later: Partial<OpenedLater> = {};
  const opened = <T>(part: T | undefined, name: string): T => {
    if (!part) throw new Error(`${name} is not open yet`);
    return part;
  };
  /** By which of these transports a device is connected as well. */
  const elsewhere = (sn: string, ...transports: readonly ("broker" | "dtu" | "posting" | "tuya")[]): boolean => {
    const here = {
      broker: () => later.broker?.isConnected(sn),
      dtu: () => later.dtu?.isConnected(sn),
      posting: () => later.posting?.has(sn),
      tuya: () => later.tuya?.has(sn),
    };
    return transports.some((transport) => here[transport]() ?? false);
  };
  const realtimeNow = (): Realtime => opened(later.realtime, "realtime");
  const postingNow = (): Posting => opened(later.posting, "posting");
  const brokerNow = (): Broker => opened(later.broker, "the broker");
  const alarms = await openAlarmEngine({
    db,
    log: log.child({ part: "alarms" }),
    troubles,
    now,
    notify: (event) => later.realtime?.alarm(event),
    newestReading: newestReadingOf(telemetry),
  });
  closing.add("alarms", () => alarms.stop());
  const messageCounts = openMessageCounts({ db, now, believed, troubles });
  closing.add("counts of messages", () => messageCounts.stop());
  const messages = openMessageRecord({
    ...{ now, uptime, counted: messageCounts.count },
    watched: (id) => later.realtime?.watched(id) ?? false,
    told: (id) => later.realtime?.messaged(id),
  });
  const presence = await openPresence({
    db,
    troubles,
    now,
    kick(sn) {
      later.posting?.drop(sn);
      later.push?.drop(sn);
      later.dtu?.kick(sn);
      later.tuya?.drop(sn);
      later.broker?.kick(sn);
    },
    changed(change, device) {
      later.realtime?.presence(change);
      if (change.online) later.commands?.reachable(device.id);
      messages.noted(device.id, { kind: "presence", place: "", payload: Buffer.alloc(0), outcome: change.online ? "online" : "offline" });
      const devicePromise = registry.byId(device.id).then((known) => known && alarms.presenceChanged(known, change.online, change.at));
      devicePromise.catch((fault: unknown) =>
        log.error({ err: fault, part: "alarms", sn: change.sn }, "a presence change could not be judged"),
      );
    },
    ...(options.presenceTimer ? { later: options.presenceTimer } : {}),
  });
  closing.add("presence", () => presence.stop());
  const changes = openChanges(troubles);
  followChanges(changes, {
    ...{ registry, presence, alarms, realtime: realtimeNow, posting: postingNow, dtus: () => later.dtu, tuya: () => later.tuya },
    messages: {
      forget(ids) {
        messages.forget(ids);
        messageCounts.forget(ids);
      },
    },
    eraseReadings: (ids) => readingsErased({ db, telemetry }, ids),
  });
  await endAllWaiting(db);
  const posting = openPosting({
    presence,
    uptime,
    later: options.presenceTimer ?? byTimer,
    connectedElsewhere: (sn) => elsewhere(sn, "broker", "dtu", "tuya"),
    ended: (commandId, result) =>
      commands
        .kept(commandId)
        .then(() => endWaiting(db, commandId, result))
        .then(() => later.commands?.ended(commandId, result))
        .catch((fault: unknown) => log.error({ err: fault, part: "commands", commandId }, "the end of a command could not be kept")),
  });
  later.posting = posting;
  closing.add("devices that post", () => posting.stop());
  const commands: CommandSender = openCommands(brokerNow, uptime, options.replyMs, posting, messages, () =>
    [later.dtu, later.sparkplug, later.tuya].filter((writer) => writer !== undefined),
  );
  const written = (device: { id: string; companyPath: string }): void => later.realtime?.logged(device);
  const laterCommands = openLaterCommands({ ...{ db, log, troubles, believed, uptime, sessions, registry, commands, presence }, written });
  later.commands = laterCommands;
  closing.add("later commands", () => laterCommands.stop());
  const weixinApi = openWeixinApi(config.weixinApi, uptime);
  const alarmNotices = openAlarmNotices({
    ...{ db, log, troubles, believed, channels: noticeChannels(config, weixinChannel(db, changes, weixinApi)) },
    settings: { publicUrl: config.publicUrl, smsLength: config.smsLength },
  });
  closing.add("alarm notices", () => alarmNotices.stop());
  changes.follow("later commands", (change) => {
    if (change.kind === "devicesRemoved") laterCommands.forget(change.devices.map(({ id }) => id));
  });
  const { operationLog, refusedCalls } = await openLog({
    ...{ db, log, troubles, now, closing },
    dataDir: config.dataDir,
    files: config.logHead,
  });
  goOn();
  const failedCalls = openFailedCalls(log);
  closing.add("failed calls", () => failedCalls.flush());
  const jobs = openJobs({
    ...{ db, dataDir: config.dataDir, log, now, believed, troubles, sessions, changes, operationLog, config },
    ...{ telemetry, registry, commands, laterCommands, kinds: jobKinds },
  });
  closing.add("jobs", () => jobs.stop());
  const services: Services = {
    config,
    log,
    now,
    uptime,
    believed,
    troubles,
    db,
    sessions,
    captchas: openCaptchas(shortLived),
    pageTokens: await openPageTokens(shortLived),
    phoneCodes: openPhoneCodes({
      shortLived,
      log,
      sendCode: codeSender(config, db, believed),
      platform: async () => (await systemTexts(db)).platform,
    }),
    notices: noticeSender(config, db, believed),
    noticeWaits: openNoticeWaits(shortLived),
    loginLimits: openLoginLimits(shortLived),
    factorLimits: openLoginLimits(shortLived, factorLimits),
    phoneProbes: openPhoneProbes(shortLived),
    pictureAllowance: openPictureAllowance(uptime),
    knownBrowsers: openKnownBrowsers(db, now),
    operationLog,
    refusedCalls,
    failedCalls,
    telemetry,
    registry,
    presence,
    commands,
    laterCommands,
    alarmNotices,
    noticeTries: openNoticeTries(uptime),
    sceneCodes: openSceneCodes(uptime),
    weixinApi,
    tuya: { reset: (device) => opened(later.tuya, "the Tuya cloud").reset(device) },
    messages,
    messageCounts,
    changes,
    jobs,
    listening: () => ({
      http: (app.server.address() as AddressInfo).port,
      mqtt: brokerNow().port,
      mqtts: brokerNow().tlsPort ?? null,
      dtu: later.dtu?.port ?? null,
    }),
  };
  await checkLicence(services);
  closing.add("codes on their way", () => services.phoneCodes.idle());
  const faults = openFaultLog(db, troubles, now, written);
  closing.add("device log", () => faults.idle());
  const events = openEventBudget(faults);
  closing.add("device events", () => events.flush());
  const ingest = openIngest({ db, now, telemetry, alarms, commands, realtime: realtimeNow, faults, events, written });
  const logIns = openLogInRecord({ registry, messages });
  const authenticate = openDeviceAccess({ db, log, believed, registry, deviceSecret: await deviceSecret(db), refused: logIns.refused });
  const side = openDeviceSide({ authenticate, log, now, registry, presence, ingest, faults, messages });
  const sparkplug = openSparkplugSide({ ...{ side, messages, now, uptime }, broker: brokerNow });
  later.sparkplug = sparkplug;
  const tuya = openTuya({
    ...{ db, access: config.tuya, side, presence, log, troubles, now, uptime, believed, times: options.tuyaTimes },
    connectedElsewhere: (sn) => elsewhere(sn, "broker", "dtu", "posting"),
  });
  later.tuya = tuya;
  const refusals = refusalsTold(faults, messages);
  const door = openDeviceLogIn({
    ...{ hooks: side, log: log.child({ part: "devices" }), limits: loginLimits },
    limited: logIns.limited,
  });
  const push = openPushSide({ door, side, posting, faults: refusals, log: log.child({ part: "push" }) });
  later.push = push;
  const metrics = openFigures({
    ...{ presence, telemetry, health, machine, troubles, ingest, faults, door, push, tuya },
    realtime: realtimeNow,
    broker: () => later.broker,
  });
  const inFlight = openInFlight();
  const app = await buildApp(services, { ...(options.console ? { console: options.console } : {}), metrics, health, inFlight, push });
  closing.add("pages' connections", () => app.close());
  later.realtime = openRealtime({
    http: app.server,
    sessions,
    db,
    log: log.child({ part: "realtime" }),
    troubles,
    uptime,
    now,
    build: options.console === undefined ? undefined : followBuild(options.console, now),
    allowed: ({ headers }) => isOwnOrigin(headers, headers.host ?? "", config.publicUrl),
    address: (request) => askerAddress(request, config.trustProxy),
    refused: refusedCalls.subscription,
  });
  closing.add("realtime", () => later.realtime?.stop());
  goOn();
  await app.listen({ port: config.port, host: config.host });
  const broker = await openBroker({
    ...{
      logIn: door,
      hooks: deviceHooks({
        side,
        sparkplug,
        presence,
        faults: refusals,
        reachable: ({ deviceId }) => laterCommands.reachable(deviceId),
        onlineElsewhere: posting.has,
        connectedElsewhere: (sn) => elsewhere(sn, "dtu", "tuya"),
      }),
      log: log.child({ part: "mqtt" }),
      port: config.mqttPort,
      host: config.host,
    },
    proxyProtocol: config.mqttProxyProtocol,
    ...(config.mqtts ? { tls: config.mqtts } : {}),
  });
  later.broker = broker;
  if (config.dtuPort !== undefined)
    later.dtu = await openDtuSide({
      ...{ port: config.dtuPort, host: config.host, door, side, registry, presence, faults, messages, now, uptime },
      log: log.child({ part: "modbus" }),
      connectedElsewhere: (sn) => elsewhere(sn, "broker", "posting", "tuya"),
      unpolled: (device, remote) => logIns.refused(device, "notPolled", remote),
    });
  tuya.begin();
  const storingMs = stopMs * (shares.messages - shares.calls);
  closing.add("device connections", () =>
    Promise.all([broker.stop(storingMs), push.stop(storingMs), later.dtu?.stop(storingMs), tuya.stop(storingMs)]),
  );
  const stopWebSockets = takeWebSockets({
    http: app.server,
    address: (request) => askerAddress(request, config.trustProxy),
    take: broker.take,
  });
  closing.add("devices' web sockets", stopWebSockets);
  closing.add("expiry", watchExpiry(services));
  if (config.retentionDays !== undefined)
    closing.add("retention", startRetention({ telemetry, db, log, troubles, believed }, config.retentionDays));
  closing.add("unused pictures", sweepPictures({ db, dataDir: config.dataDir, log, troubles, believed }));
  closing.add("leases", watchLeases({ db, log, troubles, believed, tell: (endings) => realtimeNow().leases(endings) }));
  closing.add("calls", () => endCalls(inFlight, commands, stopMs * shares.calls));
  closing.add("later commands' looks", laterCommands.rest);
  closing.add("looks of alarm notices", alarmNotices.rest);
  await laterCommands.begin();
  await alarmNotices.begin();
  await jobs.begin();
  goOn();
  health.become("ready");
  const address = app.server.address() as AddressInfo;
  return {
    services,
    app,
    broker,
    realtime: realtimeNow(),
    httpPort: address.port,
    mqttPort: broker.port,
    mqttsPort: broker.tlsPort,
    dtuPort: later.dtu?.port,
    madeUpPassword: seeded.password,
    passwordShown: () => noteShown(db),
    async stop() {
      health.become("stopping");
      await closing.close(stopMs * shares.all);
    },
  };
};
