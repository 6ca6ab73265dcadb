import { Problem } from "#server/kit/problem.ts";
import type { DeviceSide } from "#server/wire/deviceSide.ts";
import type { MessageRecord } from "#server/wire/messageRecord.ts";
import type { Broker, Handed } from "#server/wire/mqtt/broker.ts";
import { isWithin } from "#server/wire/mqtt/mqttTopics.ts";
import type { PointWriter } from "#server/wire/pointWriter.ts";
import type { DecodeFault, Heard, Reading } from "#server/wire/protocol.ts";
import type { RegisteredDevice } from "#server/wire/registered.ts";
import type { DeviceSession } from "#server/wire/transport.ts";
import { commandPayload, rebirthPayload } from "./commandPayload.ts";
import { dataTypeName } from "./dataTypes.ts";
import { EdgeNode, type HeardOfNode, isOfProtocol, type MetricReading } from "./edgeNode.ts";
import { type NodeWrite, nodeWrites, ReportedWrite } from "./metricWrites.ts";
import { slaveOf } from "./slaveOf.ts";
import { commandTopicOf, type SparkplugTopic, stateTopic } from "./sparkplugTopic.ts";

/** Edge nodes that speak Sparkplug B over the broker: what their births have said is kept as long as they are connected. */
export interface SparkplugSide extends PointWriter {
  /** Again for a connection that takes over an older one. */
  connected(session: DeviceSession): void;
  disconnected(session: DeviceSession): void;
  /** Resolves and rejects as `DeviceSide.received` does, with whether the edge node has been born or has died. */
  received(session: DeviceSession, topic: SparkplugTopic, payload: Buffer): Promise<"born" | "dead" | undefined>;
  subscribed(session: DeviceSession, filters: readonly string[]): void;
}

interface Options {
  side: Pick<DeviceSide, "heard">;
  broker(): Pick<Broker, "send">;
  messages: Pick<MessageRecord, "down">;
  now: () => number;
  uptime: () => number;
  /** An edge node is not asked for its births again within so many milliseconds. */
  rebirthMs?: number;
}

interface Session {
  readonly node: EdgeNode;
  askedAt: number;
  writes: ReportedWrite[];
}

const refusals = { offline: "deviceOffline", unsubscribed: "deviceUnsubscribed", stalled: "deviceStalled" } as const;

const placeOf = ({ type, device }: SparkplugTopic): string => (device === undefined ? type : `${type}/${device}`);

export const openSparkplugSide = ({ side, broker, messages, now, uptime, rebirthMs = 30_000 }: Options): SparkplugSide => {
  const latest = new Map<string, DeviceSession>();
  const sessions = new WeakMap<DeviceSession, Session>();

  const sessionOf = (session: DeviceSession): Session => {
    const known = sessions.get(session) ?? { node: new EdgeNode(), askedAt: Number.NEGATIVE_INFINITY, writes: [] };
    sessions.set(session, known);
    return known;
  };

  const readingsOf = (device: RegisteredDevice, slave: number, metrics: readonly MetricReading[]): Reading[] => {
    const byKey = device.slaves.get(slave)?.byKey;
    return metrics
      .filter(({ name }) => !isOfProtocol(name) || byKey?.has(name))
      .map(({ name, value, ts }) => ({ slave, key: name, raw: value, ts }));
  };

  const unknownDevice = (name: string, { readings: [first] }: HeardOfNode): DecodeFault[] => {
    if (!first) return [];
    const slave = name.slice(0, 64);
    return [{ code: "unknownSlave", values: { slave, address: first.name.slice(0, 64) }, hourly: slave }];
  };

  /** What it comes to for the device as it is by now. */
  const heardBy = (device: RegisteredDevice, topic: SparkplugTopic, heard: HeardOfNode): Heard => {
    if (device.protocol.name !== "sparkplug-b") return { faults: [{ code: "notSparkplug", hourly: "notSparkplug" }] };
    const { faults } = heard;
    if (heard.change === "deviceDead")
      return { message: { kind: "event", event: { type: topic.type, content: topic.device ?? "" } }, faults };
    const slave = slaveOf(device, topic.device);
    if (slave === undefined) return { faults: [...faults, ...unknownDevice(topic.device ?? "", heard)] };
    return { message: { kind: "readings", readings: readingsOf(device, slave, heard.readings) }, faults };
  };

  const tell = (deviceId: string, place: string, payload: Buffer, outcome: Handed): void =>
    messages.down(deviceId, { kind: "command", place, payload, outcome: outcome === "taken" ? "taken" : "failed" });

  const askForBirths = (session: DeviceSession, known: Session): void => {
    const payload = uptime() - known.askedAt >= rebirthMs ? rebirthPayload(now()) : undefined;
    if (!payload) return;
    known.askedAt = uptime();
    void broker()
      .send(session.sn, commandTopicOf(session.sn, known.node.group, undefined), payload)
      .then((outcome) => tell(session.deviceId, "NCMD", payload, outcome));
  };

  const sendAll = async (device: RegisteredDevice, group: string, writes: readonly NodeWrite[], begin: () => void): Promise<void> => {
    const payloads = writes.map(({ metrics }) => commandPayload(metrics, now()));
    for (const [at, { device: to, metrics }] of writes.entries()) {
      const payload = payloads[at];
      if (!payload || payloads.includes(undefined))
        throw new Problem("metricUnfit", { values: { reason: metrics.map(({ name }) => name).join(", ") } });
      begin();
      const outcome = await broker().send(device.sn, commandTopicOf(device.sn, group, to), payload);
      if (outcome !== "taken") throw new Problem(refusals[outcome]);
    }
  };

  return {
    connected(session) {
      latest.set(session.sn, session);
    },
    disconnected(session) {
      if (latest.get(session.sn) === session) latest.delete(session.sn);
    },
    async received(session, topic, payload) {
      const known = sessionOf(session);
      // Before anything is waited for: what came first has to be heard first.
      const heard = known.node.hear(topic, payload, now());
      let spoken = false;
      await side.heard(session, placeOf(topic), payload, (device) => {
        spoken = device.protocol.name === "sparkplug-b";
        return heardBy(device, topic, heard);
      });
      if (!spoken || latest.get(session.sn) !== session) return undefined;
      known.writes = known.writes.filter((write) => !write.isOver);
      for (const write of known.writes) write.reported(topic.device, heard.readings);
      if (heard.lacking) askForBirths(session, known);
      return heard.change === "deviceDead" ? undefined : heard.change;
    },
    subscribed(session, filters) {
      if (!filters.some((filter) => isWithin(stateTopic, filter))) return;
      void broker().send(session.sn, stateTopic, JSON.stringify({ online: true, timestamp: now() }), true);
    },
    preview(device, write) {
      if (device.protocol.name !== "sparkplug-b") return undefined;
      const session = latest.get(device.sn);
      const node = session && sessions.get(session)?.node;
      if (!node || node.dead) throw new Problem("deviceOffline");
      const messages = nodeWrites(node, device, write).map(({ device: to, metrics }) => ({
        place: commandTopicOf(device.sn, node.group, to),
        message: JSON.stringify(metrics.map(({ name, type, value }) => ({ name, type: dataTypeName(type), value }))),
      }));
      return { place: messages.map(({ place }) => place).join("\n"), message: messages.map(({ message }) => message).join("\n") };
    },
    write(device, write, begin) {
      const session = latest.get(device.sn);
      const known = session && sessions.get(session);
      if (!known || device.protocol.name !== "sparkplug-b") return undefined;
      const { node } = known;
      let place = `DCMD/${write.slave}`;
      try {
        if (node.dead) throw new Problem("deviceOffline");
        const writes = nodeWrites(node, device, write);
        place = writes.map(({ device: to }) => (to === undefined ? "NCMD" : `DCMD/${to}`)).join(", ");
        const reported = new ReportedWrite(writes, begin);
        known.writes = [...known.writes.filter(({ isOver }) => !isOver), reported];
        const sent = sendAll(device, node.group, writes, begin);
        return { place, sent, done: sent.then(() => reported.done), overdue: () => reported.overdue() };
      } catch (fault) {
        const never = Promise.reject(fault);
        return { place, sent: never, done: never };
      }
    },
  };
};
