import { createServer } from "node:net";
import { Aedes, type AuthenticateError, type Client } from "aedes";
import { LoginLimit, type LoginLimits } from "./loginLimit.ts";
import { MqttLink } from "./mqttLink.ts";
import { forgetfulPersistence, silentEmitter } from "./mqttSessions.ts";
import { type DownKind, downKinds, isTopicLevel, parseTopic, topicOf, type UpKind } from "./mqttTopics.ts";

export interface BrokerSession {
  sn: string;
  deviceId: string;
}

/** It said goodbye, nothing was heard of it in time, what it sent was refused, or its connection broke. */
export type Leaving = "goodbye" | "keepalive" | "refused" | "lost";

export interface BrokerHooks {
  authenticate(sn: string, password: Buffer, remote: string): Promise<BrokerSession | "refused" | "unavailable">;
  /** Again for a connection that takes over an older one of the same SN; `disconnected` is then not called for the older. */
  connected(session: BrokerSession, clientId: string): void;
  /** Not called by `stop`: the devices did not leave. */
  disconnected(session: BrokerSession, clientId: string, leaving: Leaving): void;
  /** The PUBACK is held until this resolves. Rejecting closes the connection. QoS 2 counts as "at least once". */
  received(session: BrokerSession, kind: UpKind, payload: Buffer, retained: boolean): Promise<void>;
}

export interface BrokerLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface BrokerOptions {
  hooks: BrokerHooks;
  log: BrokerLog;
  /** 0 takes a free port. */
  port: number;
  host?: string;
  /** Bytes of one message. */
  maxPayload?: number;
  /** Messages of one connection that wait for `received`; beyond it the socket is not read. */
  maxWaiting?: number;
  maxConnections?: number;
  connectTimeoutMs?: number;
  /** How long a device may take to read what is sent to it, and `stop` waits for what is being stored. */
  drainTimeoutMs?: number;
  logins?: LoginLimits;
}

export interface BrokerStats {
  connections: number;
  received: number;
  sent: number;
  waiting: number;
  refusedLogins: number;
  limitedLogins: number;
  refusedTopics: number;
  oversize: number;
}

export interface Broker {
  readonly port: number;
  /** True: the device is connected and subscribed, and its socket has taken the message (QoS 1 where subscribed so). */
  publish(sn: string, kind: DownKind, payload: string): Promise<boolean>;
  isConnected(sn: string): boolean;
  /** Closes the device's connection and ignores its will. */
  kick(sn: string): void;
  /** Accepts nothing more, lets waiting messages be stored and acknowledged within the milliseconds, then closes all connections. */
  stop(withinMs?: number): Promise<void>;
  stats(): BrokerStats;
}

interface Connection {
  client: Client;
  link: MqttLink;
  clientId: string;
  session: BrokerSession | undefined;
  subscribed: Map<string, 0 | 1>;
  waiting: number;
  muted: boolean;
  /** Why the broker itself closes it. */
  closing: "keepalive" | "refused" | undefined;
}

/** Opens the MQTT 3.1.1 broker for devices: user name = SN, client id free, own topics only, no retained messages, clean sessions. */
export async function openBroker(options: BrokerOptions): Promise<Broker> {
  const { hooks, log } = options;
  const maxPayload = options.maxPayload ?? 65_536;
  const maxWaiting = options.maxWaiting ?? 64;
  const drainTimeout = options.drainTimeoutMs ?? 20_000;
  const logins = new LoginLimit(options.logins ?? { perDevice: 10, perAddress: 100, windowMs: 60_000 });
  const links = new Set<MqttLink>();
  const connections = new WeakMap<Client, Connection>();
  const devices = new Map<string, Connection>();
  const counts = { received: 0, sent: 0, waiting: 0, refusedLogins: 0, limitedLogins: 0, refusedTopics: 0, oversize: 0 };
  let serial = 0;
  let stopping = false;
  let drained: (() => void) | undefined;

  const about = (connection: Connection | undefined) => ({ sn: connection?.session?.sn, remote: connection?.link.remote });

  /** A listener's error must not reach aedes, which would take the whole process down. */
  function guarded(connection: Connection, name: "connected" | "disconnected"): void {
    if (!connection.session) return;
    try {
      if (name === "connected") hooks.connected(connection.session, connection.clientId);
      else hooks.disconnected(connection.session, connection.clientId, leavingOf(connection));
    } catch (error) {
      log.error({ ...about(connection), err: error }, `broker hook ${name} failed`);
    }
  }

  async function logIn(connection: Connection, sn: string, password: Buffer): Promise<AuthenticateError | undefined> {
    const { remote } = connection.link;
    if (stopping) return refusal(3, "server is stopping");
    const valid = isTopicLevel(sn);
    const counted = valid ? sn : "";
    if (!logins.allows(remote, counted, Date.now())) {
      counts.limitedLogins += 1;
      return refusal(5, "too many wrong passwords");
    }
    const answer = valid ? await authenticate(sn, password, remote) : "refused";
    if (answer === "unavailable") return refusal(3, "log-in is not available");
    if (answer === "refused") {
      counts.refusedLogins += 1;
      logins.failed(remote, counted, Date.now());
      return refusal(4, "wrong SN or password");
    }
    connection.session = answer;
    return undefined;
  }

  async function authenticate(sn: string, password: Buffer, remote: string) {
    try {
      return await hooks.authenticate(sn, password, remote);
    } catch (error) {
      log.error({ sn, remote, err: error }, "broker hook authenticate failed");
      return "unavailable" as const;
    }
  }

  /** Holds the message until it is stored, and the socket while too many of its messages wait. */
  async function receive(connection: Connection, session: BrokerSession, kind: UpKind, payload: Buffer, retained: boolean): Promise<void> {
    counts.received += 1;
    counts.waiting += 1;
    connection.waiting += 1;
    if (connection.waiting === maxWaiting) connection.link.hold();
    try {
      await hooks.received(session, kind, payload, retained);
    } finally {
      counts.waiting -= 1;
      connection.waiting -= 1;
      if (connection.waiting === maxWaiting >> 1 && !stopping) connection.link.release();
      if (counts.waiting === 0) drained?.();
    }
  }

  function drain(withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      const overdue = setTimeout(() => {
        log.error({ waiting: counts.waiting }, "messages were not stored in time and stay unacknowledged");
        resolve();
      }, withinMs);
      drained = () => {
        clearTimeout(overdue);
        resolve();
      };
    });
  }

  const aedes = await Aedes.createBroker({
    mq: silentEmitter(),
    persistence: forgetfulPersistence(),
    connectTimeout: options.connectTimeoutMs ?? 15_000,
    drainTimeout,
    maxClientsIdLength: 65_535,

    preConnect(client, packet, done) {
      const connection = connections.get(client);
      if (!connection || stopping) return done(new Error("server is stopping"), false);
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
      logIn(connection, username ?? "", password ?? Buffer.alloc(0)).then((refused) => {
        if (refused)
          log.warn({ sn: username?.slice(0, 128), remote: connection.link.remote, reason: refused.message }, "device log-in refused");
        done(refused ?? null, refused === undefined);
      });
    },

    // This replaces aedes' guard of $SYS: a topic that is not the device's own is refused, $SYS included.
    authorizePublish(client, packet, done) {
      const connection = client ? connections.get(client) : undefined;
      const topic = parseTopic(packet.topic);
      const session = connection?.session;
      if (!connection || !session || connection.muted) return done(new Error("connection is closed"));
      if (topic?.sn !== session.sn) {
        counts.refusedTopics += 1;
        connection.closing = "refused";
        log.warn({ ...about(connection), topic: packet.topic }, "publishing refused");
        return done(new Error(`publishing to ${packet.topic} is not allowed`));
      }
      const payload = typeof packet.payload === "string" ? Buffer.from(packet.payload) : packet.payload;
      if (payload.length > maxPayload) {
        counts.oversize += 1;
        connection.closing = "refused";
        log.warn({ ...about(connection), bytes: payload.length }, "message is too long");
        return done(new Error(`message of ${payload.length} bytes is too long`));
      }
      const retained = packet.retain;
      packet.retain = false;
      receive(connection, session, topic.kind, payload, retained).then(
        () => !connection.client.closed && done(null),
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      );
    },

    authorizeSubscribe(client, subscription, done) {
      const connection = connections.get(client);
      const sn = connection?.session?.sn;
      const own = sn !== undefined && downKinds.some((kind) => topicOf(sn, kind) === subscription.topic);
      if (own) return done(null, subscription);
      counts.refusedTopics += 1;
      log.warn({ ...about(connection), topic: subscription.topic }, "subscription refused");
      done(null, null);
    },
  });

  aedes.on("subscribe", (subscriptions, client) => {
    for (const { topic, qos } of subscriptions) if (qos <= 2) connections.get(client)?.subscribed.set(topic, qos === 0 ? 0 : 1);
  });
  aedes.on("unsubscribe", (topics, client) => {
    for (const topic of topics) connections.get(client)?.subscribed.delete(topic);
  });
  aedes.on("client", (client) => {
    const connection = connections.get(client);
    if (!connection?.session) return;
    const older = devices.get(connection.session.sn);
    devices.set(connection.session.sn, connection);
    guarded(connection, "connected");
    if (!older) return;
    log.info(about(older), "connection taken over by a newer one");
    older.client.close();
  });
  aedes.on("clientDisconnect", (client) => {
    const connection = connections.get(client);
    if (!connection?.session || devices.get(connection.session.sn) !== connection) return;
    devices.delete(connection.session.sn);
    if (!stopping) guarded(connection, "disconnected");
  });
  aedes.on("keepaliveTimeout", (client) => {
    const connection = connections.get(client);
    if (connection) connection.closing = "keepalive";
  });
  const closedBy = (client: Client, error: Error) => {
    if (!client.closed) log.info({ ...about(connections.get(client)), reason: error.message }, "connection closed");
  };
  aedes.on("clientError", closedBy);
  aedes.on("connectionError", closedBy);

  const server = createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 }, (socket) => {
    // The fixed allowance is for the topic, or for what a CONNECT carries beside its will.
    const link = new MqttLink(socket, maxPayload + 1024, (announced) => {
      counts.oversize += 1;
      const connection = connections.get(client);
      if (connection) connection.closing = "refused";
      log.warn({ ...about(connection), remote: link.remote, bytes: announced }, "packet is too long");
    });
    links.add(link);
    link.once("close", () => links.delete(link));
    const client = aedes.handle(link);
    const fresh = { clientId: "", session: undefined, subscribed: new Map(), waiting: 0, muted: false, closing: undefined };
    connections.set(client, { client, link, ...fresh });
  });
  server.maxConnections = options.maxConnections ?? 20_000;
  const port = await new Promise<number>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, () => {
      server.off("error", reject);
      server.on("error", (error) => log.error({ err: error }, "device listener failed"));
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : options.port);
    });
  });

  return {
    port,
    publish(sn, kind, payload) {
      const connection = devices.get(sn);
      const topic = topicOf(sn, kind);
      const qos = connection?.subscribed.get(topic);
      if (!connection || qos === undefined || stopping) return Promise.resolve(false);
      return new Promise((resolve) => {
        // aedes does not hand write errors on; it closes the client first.
        connection.client.publish({ cmd: "publish", topic, payload, qos, retain: false, dup: false }, () => {
          const taken = !connection.client.closed;
          if (taken) counts.sent += 1;
          resolve(taken);
        });
      });
    },
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
      const closed = new Promise((resolve) => server.close(resolve));
      for (const link of links) link.hold();
      if (counts.waiting > 0) await drain(withinMs);
      // Two turns: aedes corks an acknowledgement until the next one.
      for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      for (const connection of devices.values()) connection.muted = true;
      await new Promise<void>((resolve) => aedes.close(resolve));
      for (const link of links) link.destroy();
      await closed;
    },
    stats: () => ({ connections: devices.size, ...counts }),
  };
}

function refusal(returnCode: 3 | 4 | 5, message: string): AuthenticateError {
  return Object.assign(new Error(message), { returnCode });
}

function leavingOf({ link, closing }: Connection): Leaving {
  return closing ?? (link.goodbye ? "goodbye" : "lost");
}
