import type { Transmission } from "#contract/resources/deviceModel.ts";
import type { Protocol } from "#server/wire/protocol.ts";
import { jsonProtocol } from "./mqttJson/jsonProtocol.ts";

const mqttJson = jsonProtocol("mqtt-json");
const httpPush = jsonProtocol("http-push");

/** What gateways send of themselves that are polled, that speak Sparkplug in topics of its own, or that a vendor's cloud speaks for, is as the others have it. */
const modbus = jsonProtocol("modbus-rtu-over-tcp");
const sparkplug = jsonProtocol("sparkplug-b");
const tuya = jsonProtocol("tuya");

const spoken: Readonly<Record<Transmission, Protocol>> = {
  "mqtt-json": mqttJson,
  "http-push": httpPush,
  "sparkplug-b": sparkplug,
  "modbus-rtu-over-tcp": modbus,
  tuya,
};

const isTransmission = (text: string): text is Transmission => Object.hasOwn(spoken, text);

/** The protocol of a model's transmission type; a device without a model, or of a type that nobody knows, speaks `mqtt-json`. */
export const protocolOf = (transmission: string | null): Protocol =>
  transmission !== null && isTransmission(transmission) ? spoken[transmission] : mqttJson;
