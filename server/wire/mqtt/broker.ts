import type { Duplex } from "node:stream";
import { Aedes, type Client } from "aedes";
import { Turns } from "#server/kit/turns.ts";
import { openDeviceLogIn } from "#server/wire/deviceLogIn.ts";
import { openGatheredLines } from "#server/wire/gatheredLines.ts";
import { loginLimits } from "#server/wire/loginLimit.ts";
import { packetLimits } from "#server/wire/packetRate.ts";
import { mostPayload } from "#server/wire/protocol.ts";
import { isOwnFilter } from "#server/wire/sparkplug/sparkplugTopic.ts";
import type { DeviceSession } from "#server/wire/transport.ts";
import { type Connection, leavingOf, openConnection } from "./brokerConnection.ts";
import type { RefusedMessage } from "./brokerHooks.ts";
import type { BrokerOptions } from "./brokerOptions.ts";
import { connackRefusal, refusal } from "./connackRefusal.ts";
import { openListeners } from "./deviceListeners.ts";
import { passedOver } from "./frameReader.ts";
import { MqttLink } from "./mqttLink.ts";
import { forgetfulPersistence, silentEmitter } from "./mqttSessions.ts";
import { type DownKind, downKinds, isWithin, parseTopic, topicOf } from "./mqttTopics.ts";
import { Openings } from "./openings.ts";
import { openTakeovers } from "./takeovers.ts";
import { openWaitingMessages } from "./waitingMessages.ts";

export interface BrokerStats {
  connections: number;
  received: number;
  sent: number;
  waiting: number;
  refusedLogins: number;
  limitedLogins: number;
  refusedTopics: number;
  oversize: number;
  /** Messages that were acknowledged and dropped: foreign topics, too long, or nobody could make anything of them. */
  dropped: number;
  flooded: number;
}

/** unsubscribed: the device is connected, but has not asked for such messages; stalled: it does not read what is sent to it. */
export type Handed = "taken" | "offline" | "unsubscribed" | "stalled";

export interface Broker {
  readonly port: number;
  readonly tlsPort: number | undefined;
  /** taken: the device is connected and subscribed, and its socket has the message (QoS 1 where subscribed so). */
  publish(sn: string, kind: DownKind, payload: string): Promise<Handed>;
  /** The same to any topic; `retained` says that it is what stands there, not news. */
  send(sn: string, topic: string, payload: string | Buffer, retained?: boolean): Promise<Handed>;
  /** A device's connection that came in elsewhere. */
  take(socket: Duplex, remote: string): void;
  isConnected(sn: string): boolean;
  /** Closes the device's connection and ignores its will. */
  kick(sn: string): void;
  /** Accepts nothing more, lets waiting messages be stored and acknowledged within the milliseconds, then closes all connections. */
  stop(withinMs?: number): Promise<void>;
  stats(): BrokerStats;
}

const minute = 60_000;
/** Filters of one connection beside those of its own topics. */
const mostFilters = 32;

/** Opens the MQTT 3.1.1 broker for devices: user name = SN, client id free, own topics only, no retained messages, clean sessions. */
export const openBroker = async (options: BrokerOptions): Promise<Broker> => {
  const { hooks, log } = options;
  const maxPayload = options.maxPayload ?? mostPayload;
  const drainTimeout = options.drainTimeoutMs ?? 20_000;
  const maxUnsent = options.maxUnsent ?? 262_144;
  const maxConnections = options.maxConnections ?? 20_000;
  const openingMs = options.connectTimeoutMs ?? 15_000;
  const logIn = options.logIn ?? openDeviceLogIn({ hooks, log, limits: options.logins ?? loginLimits });
  const lines = openGatheredLines(log, options.linesMs);
  const turns = new Turns(options.turnMs ?? 6);
  const links = new Set<MqttLink>();
  const openings = new Openings();
  const connections = new WeakMap<Client, Connection>();
  const devices = new Map<string, Connection>();
  const counts = { sent: 0, refusedTopics: 0, oversize: 0, flooded: 0 };
  let dropped = 0;
  const messages = openWaitingMessages({ hooks, log, lines, turns, most: options.maxWaiting ?? 64 });
  const takeovers = openTakeovers();
  let serial = 0;
  let stopping = false;

  const about = (connection: Connection | undefined) => ({ sn: connection?.session?.sn, remote: connection?.link.remote });

  /** Undefined where it has not asked for such messages. */
  const qosOf = ({ subscribed }: Connection, topic: string): 0 | 1 | undefined => {
    const exact = subscribed.get(topic);
    if (exact !== undefined) return exact;
    const wider = [...subscribed].filter(([filter]) => isWithin(topic, filter)).map(([, qos]) => qos);
    return wider.includes(1) ? 1 : wider[0];
  };

  /** A listener's error must not reach aedes, which would take the whole process down. */
  const guarded = (connection: Connection, name: "connected" | "disconnected" | "subscribed", work: (session: DeviceSession) => void) => {
    if (!connection.session) return;
    try {
      work(connection.session);
    } catch (error) {
      log.error({ ...about(connection), err: error }, `broker hook ${name} failed`);
    }
  };

  /** A device that repeats itself tells the server's log once a minute. */
  const warn = (connection: Connection | undefined, fields: object, message: string): void => {
    const now = performance.now();
    if (connection && now - (connection.told.get(message) ?? Number.NEGATIVE_INFINITY) < minute) return;
    connection?.told.set(message, now);
    log.warn({ ...about(connection), ...fields }, message);
  };

  /** A fault of our own ends the connection that met it, and no other. */
  const spoiled = (connection: Connection, fault: unknown): void => {
    log.error({ ...about(connection), err: fault }, "a device's connection failed and is closed");
    connection.link.destroy();
  };

  let crowdedAt = Number.NEGATIVE_INFINITY;
  const crowded = (): void => {
    const now = performance.now();
    if (now - crowdedAt < minute) return;
    crowdedAt = now;
    log.error(
      { connections: links.size, most: maxConnections },
      "the limit of connections is reached: those over which nobody has signed in make room, and no more are taken where there are none",
    );
  };

  /** It is acknowledged all the same: a device that heard nothing would send it again for ever, and nothing else. */
  const drop = (connection: Connection, session: DeviceSession, message: RefusedMessage): void => {
    const { reason, topic, bytes } = message;
    dropped += 1;
    if (reason === "topic") counts.refusedTopics += 1;
    else counts.oversize += 1;
    warn(connection, { topic: topic.slice(0, 200), bytes }, reason === "topic" ? "publishing refused" : "message is too long");
    hooks.refused(session, message);
  };

  const aedes = await Aedes.createBroker({
    mq: silentEmitter(),
    persistence: forgetfulPersistence(),
    connectTimeout: openingMs,
    drainTimeout,
    maxClientsIdLength: 65_535,
    // As many as there are ids: a client that sends all it has kept would be closed at each attempt.
    maxInflightInbound: 65_535,

    preConnect(client, packet, done) {
      const connection = connections.get(client);
      if (!connection || stopping) return done(new Error("server is stopping"), false);
      openings.delete(connection.link);
      connection.clientId = packet.clientId;
      // Client ids are free, so two devices may share one; aedes would let them throw each other out.
      serial += 1;
      packet.clientId = `${serial}`;
      packet.clean = true;
      const will = packet.will && parseTopic(packet.will.topic);
      if (will?.sn !== packet.username || (packet.will?.payload.length ?? 0) > maxPayload) delete packet.will;
      done(null, true);
    },

    authenticate(client, username, password, done) {
      const connection = connections.get(client);
      if (!connection) return done(refusal(3, "connection is closed"), false);
      const { remote } = connection.link;
      const answered = stopping
        ? Promise.resolve(refusal(3, "server is stopping"))
        : logIn
            .attempt(username ?? "", password ?? Buffer.alloc(0), remote)
            .then((answer) => ("refused" in answer ? connackRefusal(answer) : answer));
      answered
        .then((answer) => {
          if (answer instanceof Error) {
            lines.write("warn", remote, { sn: username?.slice(0, 128), reason: answer.message }, "device log-in refused");
            return done(answer, false);
          }
          connection.session = answer;
          done(null, true);
        })
        .catch((fault: unknown) => spoiled(connection, fault));
    },

    // This replaces aedes' guard of $SYS: a topic that is not the device's own is refused, $SYS included.
    authorizePublish(client, packet, done) {
      const connection = client ? connections.get(client) : undefined;
      const topic = parseTopic(packet.topic);
      const session = connection?.session;
      if (!connection || !session || connection.muted) return done(new Error("connection is closed"));
      const payload = typeof packet.payload === "string" ? Buffer.from(packet.payload) : packet.payload;
      const cut = passedOver(payload);
      const bytes = cut ?? payload.length;
      if (cut !== undefined || bytes > maxPayload || topic?.sn !== session.sn) {
        const reason = topic?.sn !== session.sn ? "topic" : "size";
        packet.retain = false;
        drop(connection, session, { reason, topic: packet.topic, bytes, payload: cut === undefined ? payload : Buffer.alloc(0) });
        return done(null);
      }
      const retained = packet.retain;
      packet.retain = false;
      messages
        .receive(connection, session, topic.place, payload, retained)
        .then(
          () => !connection.client.closed && done(null),
          (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
        )
        .catch((fault: unknown) => spoiled(connection, fault));
    },

    authorizeSubscribe(client, subscription, done) {
      const connection = connections.get(client);
      const sn = connection?.session?.sn;
      const { topic } = subscription;
      if (connection && sn !== undefined) {
        if (downKinds.some((kind) => topicOf(sn, kind) === topic)) return done(null, subscription);
        // Of Sparkplug's there are any number, each of which would be kept.
        const fits = isOwnFilter(topic, sn) && (connection.filters.has(topic) || connection.filters.size < mostFilters);
        if (fits) {
          connection.filters.add(topic);
          return done(null, subscription);
        }
      }
      counts.refusedTopics += 1;
      warn(connection, { topic: subscription.topic.slice(0, 200) }, "subscription refused");
      done(null, null);
    },
  });

  // Levels cost nothing here, since no topic is looked up in a tree.
  Object.assign(aedes, { maxTopicLevels: 65_536 });

  aedes.on("subscribe", (subscriptions, client) => {
    const connection = connections.get(client);
    if (!connection) return;
    const granted = subscriptions.filter(({ qos }) => qos <= 2);
    for (const { topic, qos } of granted) connection.subscribed.set(topic, qos === 0 ? 0 : 1);
    const filters = granted.map(({ topic }) => topic);
    guarded(connection, "subscribed", (session) => hooks.subscribed?.(session, filters));
  });
  aedes.on("unsubscribe", (topics, client) => {
    const connection = connections.get(client);
    for (const topic of topics) {
      connection?.subscribed.delete(topic);
      connection?.filters.delete(topic);
    }
  });
  aedes.on("client", (client) => {
    const connection = connections.get(client);
    if (!connection?.session) return;
    const older = devices.get(connection.session.sn);
    devices.set(connection.session.sn, connection);
    const connected = (unending: boolean): void =>
      guarded(connection, "connected", (session) => hooks.connected(session, connection.clientId, unending));
    if (!older) return connected(false);
    const seen = ({ link, clientId }: Connection) => ({ remote: link.remote, clientId });
    const takeover = takeovers.note(connection.session.sn, seen(older), seen(connection));
    connected(takeover === "told");
    if (takeover === "once") log.info(about(older), "connection taken over by a newer one");
    else if (takeover !== "told") {
      log.warn({ sn: connection.session.sn, ...takeover }, "two devices use one SN, or one opens connection after connection");
      hooks.shared?.(connection.session, takeover);
    }
    older.client.close();
  });
  aedes.on("clientReady", (client) => connections.get(client)?.link.connected());
  aedes.on("clientDisconnect", (client) => {
    const connection = connections.get(client);
    if (!connection?.session || devices.get(connection.session.sn) !== connection) return;
    devices.delete(connection.session.sn);
    if (!stopping)
      guarded(connection, "disconnected", (session) => hooks.disconnected(session, connection.clientId, leavingOf(connection)));
  });
  aedes.on("keepaliveTimeout", (client) => {
    const connection = connections.get(client);
    if (connection) connection.closing = "keepalive";
  });
  const closedBy = (client: Client, error: Error) => {
    const { sn, remote = "" } = about(connections.get(client));
    if (!client.closed) lines.write("info", remote, { sn, reason: error.message }, "connection closed");
  };
  aedes.on("clientError", closedBy);
  aedes.on("connectionError", closedBy);

  const take = (socket: Duplex, remote: string): void => {
    const full = links.size >= maxConnections;
    if (full && !stopping) crowded();
    if (stopping || (full && !openings.makeRoom())) {
      socket.on("error", () => undefined);
      socket.destroy();
      return;
    }
    const link: MqttLink = new MqttLink(socket, {
      remote,
      // The fixed allowance is for the topic, or for what a CONNECT carries beside its will.
      limit: maxPayload + 1024,
      turns,
      packets: options.packets ?? packetLimits,
      tooLong(announced) {
        counts.oversize += 1;
        const connection = connections.get(client);
        if (connection) connection.closing = "refused";
        lines.write("warn", remote, { ...about(connection), bytes: announced }, "packet is too long");
      },
      flooded() {
        counts.flooded += 1;
        const connection = connections.get(client);
        lines.write("warn", remote, about(connection), "connection closed: more packets than any device has reason to send");
        if (!connection?.session) return;
        connection.closing = "refused";
        hooks.refused(connection.session, { reason: "flood", topic: "", bytes: 0, payload: Buffer.alloc(0) });
      },
    });
    links.add(link);
    openings.add(link, remote);
    link.once("close", () => links.delete(link));
    const client = aedes.handle(link);
    connections.set(client, openConnection(client, link));
  };

  const send: Broker["send"] = (sn, topic, payload, retained = false) => {
    const connection = devices.get(sn);
    if (!connection || stopping) return Promise.resolve("offline");
    const qos = qosOf(connection, topic);
    if (qos === undefined) return Promise.resolve("unsubscribed");
    if (connection.link.writableLength + connection.unsent > maxUnsent) return Promise.resolve("stalled");
    const bytes = Buffer.byteLength(payload);
    connection.unsent += bytes;
    return new Promise((resolve) => {
      // aedes does not hand write errors on; it closes the client first.
      connection.client.publish({ cmd: "publish", topic, payload, qos, retain: retained, dup: false }, () => {
        connection.unsent -= bytes;
        const taken = !connection.client.closed;
        if (taken) counts.sent += 1;
        resolve(taken ? "taken" : "offline");
      });
    });
  };

  const listeners = await openListeners(options, { maxConnections, openings, openingMs, take, crowded });

  return {
    port: listeners.port,
    tlsPort: listeners.tlsPort,
    take,
    publish: (sn, kind, payload) => send(sn, topicOf(sn, kind), payload),
    send,
    isConnected: (sn) => devices.has(sn),
    kick(sn) {
      const connection = devices.get(sn);
      if (!connection) return;
      connection.muted = true;
      connection.client.close();
    },
    async stop(withinMs = drainTimeout) {
      if (stopping) return;
      stopping = true;
      const closed = listeners.close();
      for (const link of links) link.hold();
      await messages.stop(withinMs);
      // Two turns: aedes corks an acknowledgement until the next one.
      for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      for (const connection of devices.values()) connection.muted = true;
      await new Promise<void>((resolve) => aedes.close(resolve));
      for (const link of links) link.destroy();
      lines.flush();
      await closed;
    },
    stats() {
      const { dropped: unprocessed, ...waiting } = messages.stats();
      return { connections: devices.size, ...counts, ...waiting, dropped: dropped + unprocessed, ...logIn.stats() };
    },
  };
};
