import type { CompiledPoint } from "#contract/point/decode.ts";
import type { PointReach } from "#server/catalog/pointAuth.ts";
import type { PointRegisters, PollingSettings } from "#server/wire/modbus/pollingSettings.ts";
import type { Protocol } from "#server/wire/protocol.ts";

/** A device as the hot path needs it: compiled from the database once, dropped when it or its template changes. */
export interface RegisteredDevice {
  readonly id: string;
  readonly sn: string;
  readonly name: string;
  readonly companyId: string;
  readonly companyPath: string;
  readonly typeId: string;
  readonly passwordHash: string;
  /** Off: nobody is told of its alarms. */
  readonly alarmNotice: boolean;
  readonly modelId: string | null;
  /** Its id in Tuya's cloud; empty without one. */
  readonly tuyaId: string;
  /** That of its model. */
  readonly protocol: Protocol;
  /** How it is polled, where its model says that it is. */
  readonly polling: PollingSettings | undefined;
  readonly slaves: ReadonlyMap<number, RegisteredSlave>;
}

export interface RegisteredSlave {
  readonly no: number;
  readonly name: string;
  readonly recipeId: string;
  readonly points: readonly RegisteredPoint[];
  /** By address and by English name; one address can carry several points that take different bits. */
  readonly byKey: ReadonlyMap<string, readonly RegisteredPoint[]>;
}

export interface RegisteredPoint {
  readonly compiled: CompiledPoint;
  readonly id: string;
  readonly name: string;
  readonly nameEn: string;
  readonly unit: string;
  /** Who may see it. */
  readonly reach: PointReach;
  readonly series: number;
  readonly registers: PointRegisters;
}

/** A raw value as it was read of a point. */
export interface PolledReading {
  readonly slave: RegisteredSlave;
  readonly point: RegisteredPoint;
  readonly raw: unknown;
}

/** One decoded reading of a device. */
export interface PointReading {
  readonly slave: RegisteredSlave;
  readonly point: RegisteredPoint;
  readonly value: number | string;
  readonly ts: number;
}
