import type { DeviceLogIn } from "#server/wire/deviceLogIn.ts";
import type { LoginLimits } from "#server/wire/loginLimit.ts";
import type { PacketLimits } from "#server/wire/packetRate.ts";
import type { TransportLog } from "#server/wire/transport.ts";
import type { BrokerHooks } from "./brokerHooks.ts";
import type { CertificateFiles } from "./certificateFiles.ts";

export interface BrokerOptions {
  hooks: BrokerHooks;
  log: TransportLog;
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
  /** The door that devices sign in at, where other transports share it; `logins` are the limits of one of its own. */
  logIn?: DeviceLogIn;
  logins?: LoginLimits;
  /** How long lines of one kind from one address are gathered in the log. */
  linesMs?: number;
  packets?: PacketLimits;
  /** Milliseconds of a turn of the event loop that devices' packets may take. */
  turnMs?: number;
  /** Bytes for one device that wait until it reads; beyond, nothing more is sent to it. */
  maxUnsent?: number;
  /** Connections of both listeners begin with a header of the PROXY protocol. */
  proxyProtocol?: boolean;
  tls?: CertificateFiles & { port: number /** How often the files are looked at. */; everyMs?: number };
}
