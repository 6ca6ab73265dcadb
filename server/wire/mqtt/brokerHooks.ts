import type { Authenticate, DeviceSession, Leaving } from "#server/wire/transport.ts";
import type { Place } from "./mqttTopics.ts";
import type { Takeover } from "./takeovers.ts";

/** Why a message was acknowledged and dropped, or the connection closed: a topic that is not the device's, more bytes than a message may have, far too many packets. */
type RefusedFor = "topic" | "size" | "flood";

export interface RefusedMessage {
  reason: RefusedFor;
  topic: string;
  /** As announced; the payload of one that is too long is empty. */
  bytes: number;
  payload: Buffer;
}

export interface BrokerHooks {
  authenticate: Authenticate;
  /**
   * Again for a connection that takes over an older one of the same SN; `disconnected` is then not called for the older. `unending`: this has
   * been going on and was told.
   */
  connected(session: DeviceSession, clientId: string, unending: boolean): void;
  /** Connections of one SN throw each other out: told once, and once an hour while it goes on. */
  shared?(session: DeviceSession, takeover: Takeover): void;
  /** Not called by `stop`: the devices did not leave. */
  disconnected(session: DeviceSession, clientId: string, leaving: Leaving): void;
  /** The PUBACK is held until this resolves. Rejecting with NotStored closes the connection. QoS 2 counts as "at least once". */
  received(session: DeviceSession, place: Place, payload: Buffer, retained: boolean): Promise<void>;
  /** `received` failed otherwise. Once this resolves the message is acknowledged, lest it comes again for ever; rejecting closes the connection. */
  failed(session: DeviceSession, place: Place, payload: Buffer, fault: unknown): Promise<void>;
  refused(session: DeviceSession, message: RefusedMessage): void;
  /** It may be sent what these let through. */
  subscribed?(session: DeviceSession, filters: readonly string[]): void;
}
