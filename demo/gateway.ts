import { connect, type MqttClient } from "mqtt";
import { between, chance } from "./chance.ts";
import { type SetPoint, usual, valuesAt } from "./curves.ts";
import { dayMs, type Gateway, hourMs, minuteMs } from "./fleet.ts";
import { iccidOf } from "./iccid.ts";
import { type Incident, type IncidentKind, incidentsOf, isOver } from "./incidents.ts";
import { journeyOf } from "./roads.ts";
import { openSparkplugSpeech } from "./sparkplugSpeech.ts";
import { rawValues, templates } from "./templates.ts";

export interface GatewayOptions {
  readonly url: string;
  readonly password: string;
  /** Milliseconds between two reports, at least and at most. */
  readonly every: readonly [number, number];
  /** It speaks Sparkplug B instead of JSON. */
  readonly sparkplug: boolean;
  connected(): void;
  failed(fault: Error): void;
}

/** One simulated gateway: a real MQTT client that reports its curves and answers commands. */
export interface SimulatedGateway {
  readonly gateway: Gateway;
  /** Something goes wrong now, for a while; it is reported faster meanwhile. */
  befall(kind: IncidentKind, slave: number, lasts: number, rise: number): void;
  /** Loses its connection for a while. */
  vanish(lasts: number): void;
  /** Sends something that no server can read. */
  babble(text: string): void;
  stop(): Promise<void>;
}

interface Refusal {
  readonly code: number;
  readonly message: string;
}

const alert = 4_000;
const locationEvery = 20_000;

export const openGateway = (gateway: Gateway, { url, password, every, sparkplug, connected, failed }: GatewayOptions): SimulatedGateway => {
  const template = templates[gateway.kind];
  const setPoints = Array.from({ length: gateway.slaves + 1 }, () => new Map<string, SetPoint>());
  const speech = sparkplug ? openSparkplugSpeech(gateway.sn) : undefined;
  let scheduled: { readonly incidents: readonly Incident[]; readonly until: number } = { incidents: [], until: 0 };
  let sudden: Incident[] = [];
  let timer: NodeJS.Timeout | undefined;
  let absence: NodeJS.Timeout | undefined;
  let reports = 0;
  let locatedAt = 0;
  let stopping = false;

  const client: MqttClient = connect(url, {
    username: gateway.sn,
    password,
    clientId: gateway.sn,
    protocolVersion: 4,
    clean: true,
    keepalive: 60,
    connectTimeout: 10_000,
    reconnectPeriod: 2_000 + Math.round(3_000 * chance(gateway.seed)),
    resubscribe: false,
    ...(speech ? { will: speech.will } : {}),
  });
  const send = (topic: string, payload: string | Buffer): void => {
    if (!client.connected) return;
    client.publish(topic, payload, { qos: 1 }, (fault) => {
      if (fault && !stopping) failed(fault);
    });
  };
  const publish = (topic: string, body: object | string): void =>
    send(`gw/${gateway.sn}/${topic}`, typeof body === "string" ? body : JSON.stringify(body));

  const incidentsAt = (ts: number): Incident[] => {
    if (ts >= scheduled.until) scheduled = { incidents: incidentsOf(gateway, ts - dayMs, ts + hourMs), until: ts + hourMs };
    sudden = sudden.filter((incident) => !isOver(incident, ts));
    return [...scheduled.incidents.filter((incident) => incident.from <= ts && !isOver(incident, ts)), ...sudden];
  };

  const slaveValues = (slave: number, ts: number): Record<string, number | string> =>
    rawValues(template, valuesAt(gateway, slave, ts, { incidents: incidentsAt(ts), setPoints: setPoints[slave] ?? new Map() }));

  const locate = (ts: number): void => {
    if (gateway.kind !== "vehicle" || ts - locatedAt < locationEvery) return;
    locatedAt = ts;
    const { lng, lat } = journeyOf(gateway, ts);
    publish("location", { lng, lat });
  };

  const allValues = (ts: number): Record<string, number | string>[] =>
    Array.from({ length: gateway.slaves }, (_, index) => slaveValues(index + 1, ts));
  const giveBirth = (): void => {
    const ts = Date.now();
    for (const [topic, payload] of speech?.births(ts, allValues(ts)) ?? []) send(topic, payload);
  };

  const report = (): void => {
    const ts = Date.now();
    if (speech) {
      for (const [topic, payload] of speech.data(ts, allValues(ts))) send(topic, payload);
      return;
    }
    const slaves = allValues(ts).map((values, index) => ({ no: index + 1, values }));
    // Firmwares differ: one slave may come bare, times may be text.
    if (gateway.kind === "pump") publish("telemetry", { values: slaves[0]?.values ?? {} });
    else publish("telemetry", { ts: gateway.kind === "vehicle" ? new Date(ts).toISOString() : ts, slaves });
    locate(ts);
  };

  const plan = (): void => {
    clearTimeout(timer);
    if (stopping) return;
    reports += 1;
    const calm = between(...every, gateway.seed, reports);
    timer = setTimeout(tick, sudden.length > 0 ? Math.min(calm, alert) : calm);
  };
  const tick = (): void => {
    const now = Date.now();
    const away = incidentsAt(now).find((incident) => incident.kind === "offline" && now < incident.to);
    if (away) vanish(away.to - now);
    else report();
    plan();
  };

  const vanish = (lasts: number): void => {
    if (absence || stopping) return;
    client.end(true);
    absence = setTimeout(() => {
      absence = undefined;
      if (!stopping) client.reconnect();
    }, lasts);
  };

  /** A value that cannot be written is refused with all that came with it. */
  const written = (slave: number, values: Record<string, unknown>): Refusal | Map<string, number> => {
    const accepted = new Map<string, number>();
    for (const [address, raw] of Object.entries(values)) {
      const point = template.points.find((known) => known.writable && known.address === address);
      if (!point || !setPoints[slave]) return { code: 1, message: `地址 ${address} 不可写 / address ${address} cannot be written` };
      const value = Number(raw) / point.scale;
      const [low, high] = point.range ?? [0, 1];
      if (!(value >= low && value <= high))
        return { code: 2, message: `${point.name} 超出 ${low}～${high} / ${point.nameEn} outside ${low} to ${high}` };
      const tripped = incidentsAt(Date.now()).some(({ kind, to }) => kind === "trip" && Date.now() < to);
      if (point.key === "run" && value === 1 && tripped) return { code: 3, message: "故障未复位，不能启动 / tripped, cannot start" };
      accepted.set(point.key, value);
    }
    return accepted;
  };

  const follow = (slave: number, answer: Map<string, number>): void => {
    const held = setPoints[slave];
    const ordinary: Readonly<Record<string, number>> = usual;
    for (const [key, value] of answer) held?.set(key, { value, before: held.get(key)?.value ?? ordinary[key] ?? value, at: Date.now() });
  };
  const obey = (payload: Buffer): void => {
    const { id, slave, values } = JSON.parse(payload.toString("utf8")) as { id: string; slave: number; values: Record<string, unknown> };
    const answer = written(slave, values);
    if (!(answer instanceof Map)) return publish("command/reply", { id, ...answer });
    follow(slave, answer);
    publish("command/reply", { id, code: 0, message: "ok" });
    report();
  };
  /** Sparkplug knows no replies: what is reported says what came of a command. */
  const obeySparkplug = (topic: string, payload: Buffer): void => {
    const asked = speech?.heard(topic, payload);
    if (asked === "births") return giveBirth();
    const answer = asked && written(asked.slave, asked.values);
    if (asked && answer instanceof Map) follow(asked.slave, answer);
    report();
  };

  client.on("connect", () => {
    client.subscribe(speech?.filters ?? `gw/${gateway.sn}/command`, { qos: 1 }, (fault) => {
      if (fault && !stopping) failed(fault);
    });
    publish("info", {
      softwareVersion: "2.4.1",
      hardwareVersion: "B2",
      signal: Math.round(between(-95, -55, gateway.seed, 25)),
      iccid: iccidOf(gateway),
    });
    connected();
    giveBirth();
    report();
    plan();
  });
  client.on("message", (topic, payload) => {
    try {
      if (speech) obeySparkplug(topic, payload);
      else obey(payload);
    } catch (fault) {
      failed(fault instanceof Error ? fault : new Error(String(fault)));
    }
  });
  client.on("error", failed);

  return {
    gateway,
    befall(kind, slave, lasts, rise) {
      const from = Date.now();
      sudden.push({ kind, slave, from, to: from + lasts, rise });
      tick();
    },
    vanish: (lasts) => vanish(Math.min(lasts, 30 * minuteMs)),
    babble: (text) => publish("telemetry", text),
    async stop() {
      stopping = true;
      clearTimeout(timer);
      clearTimeout(absence);
      await client.endAsync(true);
    },
  };
};
