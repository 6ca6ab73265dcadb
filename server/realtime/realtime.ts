import type { Server as HttpServer, IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { Logger } from "pino";
import { Server } from "socket.io";
import { alarmLog } from "#contract/resources/alarm.ts";
import { device } from "#contract/resources/device.ts";
import { deviceMessage } from "#contract/resources/deviceMessage.ts";
import { deviceEvent } from "#contract/resources/log.ts";
import type { AlarmEvent } from "#server/alarm/alarmEvent.ts";
import type { ChangeOf } from "#server/changes/changes.ts";
import type { Db } from "#server/db/open.ts";
import { eachAbreast } from "#server/kit/eachAbreast.ts";
import { accessOf, ownersOf, pathsOf, type SessionLookup, whatSees } from "#server/realtime/access.ts";
import { openAlarmTelling } from "#server/realtime/alarmTelling.ts";
import { type Client, type ClientEvents, openAudience, type ServerEvents, type SessionSockets } from "#server/realtime/audience.ts";
import {
  dataText,
  type LeaseEnding,
  leaseText,
  type MovementChange,
  movementText,
  presenceText,
  type TrafficCrossing,
  trafficText,
} from "#server/realtime/content.ts";
import { singles } from "#server/realtime/crowds.ts";
import { openDeviceWatches, type PointValue } from "#server/realtime/deviceWatches.ts";
import { letIn } from "#server/realtime/letIn.ts";
import { pacedWebSockets } from "#server/realtime/pacedWebSockets.ts";
import { openPresenceWindows, type PresenceChange } from "#server/realtime/presenceWindows.ts";
import { openQuietAlarms } from "#server/realtime/quietAlarms.ts";
import { openRealtimeAlarms } from "#server/realtime/realtimeAlarms.ts";
import { openStaleNotices } from "#server/realtime/staleNotices.ts";
import { openSubscribing, type RefusedSubscription } from "#server/realtime/subscribing.ts";
import { openTraffic } from "#server/realtime/traffic.ts";
import type { Troubles } from "#server/system/troubles.ts";
import { openGatheredLines } from "#server/wire/gatheredLines.ts";

export interface Realtime {
  /** Hot path: O(1) when nobody is subscribed to the device. */
  values(device: { id: string; companyPath: string }, values: readonly PointValue[]): void;
  watched(deviceId: string): boolean;
  /** The log of a device has another row: pages that may read such logs are told, what comes within two seconds together. */
  logged(device: { id: string; companyPath: string }): void;
  /** Pages that look at the device are told that its messages are stale, once a second at the most. */
  messaged(deviceId: string): void;
  /** To everybody at or above the device's organisation; a masked alarm brings no notice, and pages that show alarms are read again. */
  alarm(event: AlarmEvent): void;
  presence(change: PresenceChange): void;
  movement(change: MovementChange): void;
  traffic(crossing: TrafficCrossing): void;
  /** Services that are about to end; many that come together are one notice for each who sees them. */
  leases(endings: readonly LeaseEnding[]): void;
  /** Rights, organisation, enabled state or alarm switches changed (of one user, or who knows whose): sockets are judged anew. */
  accessChanged(userId?: string): Promise<void>;
  /** The same, and the open pages of these users (or of all) are told to ask anew what they may do. */
  rightsChanged(userIds?: readonly string[]): Promise<void>;
  /** Open pages of those at or above the organisations, or of everybody, are told to ask anew; the page that changed them knows. */
  recordsChanged(change: ChangeOf<"records">): Promise<void>;
  /** Transferred or deleted: subscriptions of those who no longer see it end. Nothing of it goes out until that is known. */
  deviceMoved(deviceId: string): void;
  /** Closes all sockets; the HTTP server is its owner's to close. */
  stop(): Promise<void>;
  stats(): { sockets: number; subscriptions: number };
}

interface Options {
  http: HttpServer;
  sessions: SessionLookup;
  db: Db;
  log: Logger;
  troubles: Pick<Troubles, "failed" | "over">;
  /** Milliseconds that only go forward. */
  uptime: () => number;
  now?: () => number;
  /** The console that is given to pages now. */
  build?: (() => string | undefined) | undefined;
  /** Milliseconds between two looks at every session. */
  judgeEvery?: number;
  /** Packets, answers among them, that may wait for a socket that does not read; beyond, it is closed and catches up when it is back. */
  mostUnread?: number;
  /** Whether a socket may be asked for from where the page came. */
  allowed?: (request: IncomingMessage) => boolean;
  /** The address that a socket is asked for from. */
  address?: (request: IncomingMessage) => string;
  /** Told of every subscription to a device that the asker may not see. */
  refused?: (refusal: RefusedSubscription) => Promise<void>;
}

const peerOf = ({ socket }: IncomingMessage): string => socket.remoteAddress ?? "";
const untold = async (): Promise<void> => undefined;

const grants = {
  log: deviceEvent.calls.query.path,
  data: device.calls.get.path,
  alarm: alarmLog.calls.query.path,
  device: device.calls.query.path,
};
const messageResources = [deviceMessage.name];
const logResources = [deviceEvent.name];
/** A page of the log is read again no more often. */
const logMs = 2_000;
const abreast = 8;
/** Milliseconds that sockets have to close by themselves at the stop. */
const closingGrace = 2_000;

export const openRealtime = ({
  http,
  sessions,
  db,
  log,
  troubles,
  uptime,
  now = Date.now,
  build,
  judgeEvery = 60_000,
  mostUnread = 20_000,
  allowed = () => true,
  address = peerOf,
  refused = untold,
}: Options): Realtime => {
  let stopped = false;
  /** Counts what may change who sees what; an answer that is older than the count is asked for again. */
  let epoch = 0;
  /** Of where sockets were asked for from, as long as it could be told. */
  const addresses = new WeakMap<IncomingMessage, string>();
  const lines = openGatheredLines(log);
  const traffic = openTraffic(lines);
  const io = new Server<ClientEvents, ServerEvents, Record<string, never>, Client["data"]>(http, {
    serveClient: false,
    maxHttpBufferSize: 16_384,
    connectTimeout: 10_000,
    wsEngine: pacedWebSockets({ address, flooded: traffic.flooded }),
    allowRequest(request, decide) {
      const remote = address(request);
      addresses.set(request, remote);
      decide(null, !stopped && allowed(request) && traffic.admits(request, remote));
    },
  });
  io.engine.on("connection", traffic.watch);
  const audience = openAudience();
  /** TCP below the web sockets: one that hangs would keep the HTTP server from closing. */
  const openLines = new Set<Duplex>();
  const keepLine = (request: { url?: string | undefined }, line: Duplex) => {
    if (!request.url?.startsWith(io.path())) return;
    openLines.add(line);
    line.once("close", () => openLines.delete(line));
  };
  http.on("upgrade", keepLine);

  /** Since the last look at every session: one without any ends the trouble, so that a database that answers now and then fills no log. */
  let failures = 0;
  const failed = (fault: unknown, message: string) => {
    failures += 1;
    troubles.failed("realtime", fault, message);
  };

  const send = (client: Client, text: string) => void client.emit("message", text);
  const sendTo = (receivers: readonly SessionSockets[], text: string) => {
    for (const session of receivers) for (const client of [...session.clients]) send(client, text);
  };
  const watches = openDeviceWatches({ encode: dataText, send });
  const presenceWindows = openPresenceWindows({
    now: uptime,
    scopes: audience.scopes,
    covers: audience.covers,
    flush: (scope, notices) => {
      const receivers = audience.within(scope, grants.device);
      for (const notice of notices) sendTo(receivers, presenceText(notice));
    },
  });

  const alarms = openRealtimeAlarms({ uptime, audience, grant: grants.alarm, tell: openAlarmTelling({ db, log, send }) });

  const end = (session: SessionSockets) => {
    for (const client of [...session.clients]) client.disconnect(true);
  };

  const judge = async (session: SessionSockets) => {
    session.judgement += 1;
    const { judgement } = session;
    try {
      const access = await accessOf({ db, sessions }, session);
      if (session.judgement !== judgement || session.clients.size === 0) return;
      if (!access) return end(session);
      audience.judged(session, access);
      if (!access.caller.grants.has(grants.data)) for (const client of session.clients) watches.leave(client);
    } catch (error) {
      failed(error, "a session could not be judged, its sockets are closed");
      end(session);
    }
  };
  const owners = async (deviceIds: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    try {
      for (;;) {
        const asked = epoch;
        const found = await ownersOf(db, deviceIds);
        if (asked === epoch) return found;
      }
    } catch (error) {
      failed(error, "owners of devices could not be read, their subscriptions end");
      return new Map();
    }
  };
  const place = async (deviceIds: readonly string[]) => {
    const found = await owners(deviceIds);
    for (const deviceId of deviceIds) {
      watches.placed(deviceId, found.get(deviceId));
      presenceWindows.moved(deviceId, found.get(deviceId));
      alarms.moved(deviceId, found.get(deviceId));
    }
  };
  const accessChanged = async (userId?: string) => {
    epoch += 1;
    const judged = audience.sessions(userId);
    await eachAbreast(judged, abreast, judge);
    const devices = watches.devicesOf(judged.flatMap((session) => [...session.clients]));
    if (devices.size > 0) await place([...devices]);
  };

  const staleNotices = openStaleNotices();
  const quietAlarms = openQuietAlarms({ sessions: () => audience.sessions(), tell: staleNotices.tell });
  /** Devices whose log has new rows, each with its organisation. */
  let logs = new Map<string, string>();
  let logTimer: NodeJS.Timeout | undefined;
  const flushLogs = (): void => {
    const told = logs;
    logs = new Map();
    logTimer = undefined;
    const sessions = new Set<SessionSockets>();
    for (const [deviceId, companyPath] of told)
      for (const session of audience.reached({ deviceId, companyPath }, grants.log)) sessions.add(session);
    for (const session of sessions) for (const client of session.clients) staleNotices.tell(client, logResources);
  };

  io.use(letIn({ db, sessions, traffic, epoch: () => epoch, failed }));

  const subscribing = openSubscribing({
    failed,
    refused,
    address: (client) => addresses.get(client.request) ?? "",
    watches,
    grant: grants.data,
    epoch: () => epoch,
    find: sessions.find,
    ownerOf: async (deviceId) => (await ownersOf(db, [deviceId])).get(deviceId),
    whatSees: (caller) => whatSees(db, caller),
  });

  io.on("connection", (client) => {
    client.conn.on("packetCreate", () => {
      client.data.backlog += 1;
      if (client.data.backlog <= mostUnread) return;
      const { userId } = client.data.session.caller;
      lines.write("warn", addresses.get(client.request) ?? "", { sessionUser: userId }, "a socket that does not read is closed");
      client.conn.close(true);
    });
    client.conn.on("flush", () => {
      client.data.backlog = 0;
    });
    client.on("subscibe_device_on", (payload, answer) => subscribing.on(client, payload, answer));
    client.on("subscibe_device_off", (payload, answer) => subscribing.off(client, payload, answer));
    client.on("beat", (answer) => {
      if (typeof answer === "function") answer({ time: now(), build: build?.() });
    });
    client.on("disconnect", (reason) => {
      watches.leave(client);
      client.data.asked.clear();
      audience.leave(client);
      // It has no other socket and gets no second one.
      if (reason === "client namespace disconnect") client.conn.close();
    });
    audience.join(client);
    if (client.data.epoch !== epoch) void judge(client.data.session);
  });

  const forgetEnded = sessions.onEnded(({ sessionId }) => {
    epoch += 1;
    const session = audience.session(sessionId);
    if (session) end(session);
  });
  const judgeAll = async () => {
    await accessChanged();
    if (failures === 0) troubles.over("realtime");
    failures = 0;
  };
  const judging = setInterval(() => void judgeAll(), judgeEvery);

  return {
    values: (device, values) => watches.values(device.id, device.companyPath, values),
    watched: watches.has,
    logged({ id, companyPath }) {
      if (audience.size() === 0) return;
      logs.set(id, companyPath);
      logTimer ??= setTimeout(flushLogs, logMs);
    },
    messaged(deviceId) {
      for (const client of watches.watching(deviceId)) staleNotices.tell(client, messageResources);
    },
    alarm(event) {
      if (audience.size() > 0) quietAlarms.take(event);
      if (event.masked) return;
      alarms.take(event);
    },
    presence: presenceWindows.take,
    movement: (change) => sendTo(audience.reached(change, grants.device), movementText(change)),
    traffic: (crossing) => sendTo(audience.reached(crossing, grants.device), trafficText(crossing)),
    leases(endings) {
      const reached = new Map<SessionSockets, LeaseEnding[]>();
      for (const ending of endings)
        for (const session of audience.reached(ending, grants.device)) {
          const there = reached.get(session);
          if (there) there.push(ending);
          else reached.set(session, [ending]);
        }
      for (const [session, seen] of reached) {
        const [first] = seen;
        if (first && seen.length > singles) sendTo([session], leaseText(first, seen.length));
        else for (const ending of seen) sendTo([session], leaseText(ending, 1));
      }
    },
    accessChanged,
    async rightsChanged(userIds) {
      if (userIds === undefined) await accessChanged();
      else await eachAbreast(userIds, abreast, accessChanged);
      const told = userIds === undefined ? audience.sessions() : userIds.flatMap((id) => audience.sessions(id));
      for (const session of told) for (const client of session.clients) client.emit("rights");
    },
    async recordsChanged({ resources, companyIds, below = false, userId, page }) {
      const sessions = audience.sessions();
      if (sessions.length === 0) return;
      const paths = companyIds === "everybody" ? undefined : await pathsOf(db, companyIds);
      for (const session of sessions) {
        const { caller } = session;
        const reaches = (path: string): boolean => path.startsWith(caller.companyPath) || (below && caller.companyPath.startsWith(path));
        const sees = userId === undefined ? (paths?.some(reaches) ?? true) : caller.userId === userId;
        if (!sees) continue;
        for (const client of session.clients) if (page === "" || client.data.page !== page) staleNotices.tell(client, resources);
      }
    },
    deviceMoved(deviceId) {
      epoch += 1;
      if (![watches, presenceWindows, alarms].some((keeper) => keeper.has(deviceId))) return;
      watches.hold(deviceId);
      void place([deviceId]);
    },
    async stop() {
      stopped = true;
      clearInterval(judging);
      forgetEnded();
      presenceWindows.stop();
      alarms.stop();
      staleNotices.stop();
      quietAlarms.stop();
      clearTimeout(logTimer);
      watches.stop();
      io.disconnectSockets(true);
      io.engine.close();
      http.off("upgrade", keepLine);
      lines.flush();
      const hanging = setTimeout(() => openLines.forEach((line) => void line.destroy()), closingGrace);
      await Promise.all([...openLines].map((line) => new Promise((resolve) => line.once("close", resolve))));
      clearTimeout(hanging);
    },
    stats: () => ({ sockets: audience.size(), subscriptions: watches.size() }),
  };
};
