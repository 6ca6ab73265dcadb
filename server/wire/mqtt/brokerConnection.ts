import type { Client } from "aedes";
import type { DeviceSession, Leaving } from "#server/wire/transport.ts";
import type { MqttLink } from "./mqttLink.ts";

export interface Connection {
  client: Client;
  link: MqttLink;
  clientId: string;
  session: DeviceSession | undefined;
  /** What it may be sent, by filter. */
  subscribed: Map<string, 0 | 1>;
  /** Filters of topics that are not the least, however often it asks for them. */
  filters: Set<string>;
  waiting: number;
  waitingBytes: number;
  /** Its socket is not read until less of it waits. */
  full: boolean;
  /** Bytes of messages to it that have not come to its socket yet. */
  unsent: number;
  muted: boolean;
  /** When the log was last told of such a thing. */
  told: Map<string, number>;
  /** Why the broker itself closes it. */
  closing: "keepalive" | "refused" | undefined;
}

export const openConnection = (client: Client, link: MqttLink): Connection => ({
  ...{ client, link, clientId: "", session: undefined, subscribed: new Map(), filters: new Set(), unsent: 0 },
  ...{ waiting: 0, waitingBytes: 0, full: false },
  ...{ muted: false, told: new Map(), closing: undefined },
});

export const leavingOf = ({ link, closing }: Connection): Leaving => closing ?? (link.goodbye ? "goodbye" : "lost");
