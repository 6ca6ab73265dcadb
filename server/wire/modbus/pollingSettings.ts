import type { RegisterPlace } from "#contract/point/registers.ts";
import type { registrations } from "#contract/resources/deviceModel.ts";
import type { FramingName } from "./framing.ts";
import type { RegisterLayout } from "./registerValue.ts";

/** What a model says of how its gateways are polled. */
export interface PollingSettings {
  readonly framing: FramingName;
  readonly registration: (typeof registrations)[number];
  /** Empty: it sends none, or anything. */
  readonly heartbeat: Buffer;
  readonly pollSeconds: number;
  readonly timeoutMs: number;
  readonly mostRegisters: number;
  readonly mostGap: number;
}

/** Where and how a slave keeps a point. */
export interface PointRegisters extends RegisterLayout {
  /** Undefined: its address is none of a register. */
  readonly place: RegisterPlace | undefined;
  readonly pollSeconds: number | null;
}
