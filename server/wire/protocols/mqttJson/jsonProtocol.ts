import type { Transmission } from "#contract/resources/deviceModel.ts";
import type { DecodeFault, Heard, Protocol, UpKind, UpMessage } from "#server/wire/protocol.ts";
import {
  type CodecFault,
  commandPayload,
  type Message,
  parseEvent,
  parseInfo,
  parseLocation,
  parseReply,
  parseTelemetry,
} from "./mqttJson.ts";

/** The member's path is told as a person would write it: without the sign for the whole message. */
const faultOf = ({ reason, at }: CodecFault): DecodeFault => {
  if (reason === "json") return { code: "json" };
  if (at === "$" && reason === "shape") return { code: "notObject" };
  if (at === "$" && reason === "empty") return { code: "noValues" };
  const values = { at: at.replace(/^\$\.?/, "") };
  switch (reason) {
    case "empty":
      return { code: "noValuesAt", values };
    case "repeated":
      return { code: "repeatedKey", values, hourly: `${reason} ${at.replace(/\[\d+\]/g, "")}` };
    case "future":
      return { code: reason, values, hourly: reason };
    default:
      return { code: reason, values };
  }
};

const heardOf = <T>(parsed: Message<T>, made: (message: T) => UpMessage): Heard =>
  parsed.ok ? { message: made(parsed.message), faults: (parsed.faults ?? []).map(faultOf) } : { faults: [faultOf(parsed.fault)] };

const telemetry = (payload: Buffer, arrivedAt: number): Heard => {
  const parsed = parseTelemetry(payload, arrivedAt);
  if (!parsed.ok) return { faults: [faultOf(parsed.fault)] };
  return { message: { kind: "readings", readings: parsed.readings }, faults: parsed.faults.map(faultOf) };
};

const info = (payload: Buffer): Heard => {
  const parsed = parseInfo(payload);
  if (!parsed.ok) return { faults: [faultOf(parsed.fault)] };
  const faults = parsed.faults.map(faultOf);
  const nothingRead = Object.keys(parsed.message).length === 0 && faults.length > 0;
  return nothingRead ? { faults } : { message: { kind: "info", info: parsed.message }, faults };
};

const decoders: Readonly<Record<UpKind, (payload: Buffer, arrivedAt: number) => Heard>> = {
  telemetry,
  event: (payload) => heardOf(parseEvent(payload), (event) => ({ kind: "event", event })),
  location: (payload, arrivedAt) => heardOf(parseLocation(payload, arrivedAt), (location) => ({ kind: "location", location })),
  info,
  "command/reply": (payload) => heardOf(parseReply(payload), (reply) => ({ kind: "reply", reply })),
  "ota/progress": () => ({ message: { kind: "progress" }, faults: [] }),
};

/** JSON, the same over MQTT and over HTTP: a device of either is understood by whichever transport it comes. */
export const jsonProtocol = (name: Transmission): Protocol => ({
  name,
  decode: (kind, payload, arrivedAt) => decoders[kind](payload, arrivedAt),
  command: ({ id, slave, values }) => commandPayload(id, slave, values),
});
