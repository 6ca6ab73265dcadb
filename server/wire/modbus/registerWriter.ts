import type { RegisteredPoint } from "#server/wire/registered.ts";

/** A raw value for a point, as its command has it. */
export interface WrittenPoint {
  readonly point: RegisteredPoint;
  readonly raw: number | string | boolean;
}

export interface RegisterWriter {
  /**
   * Writes points of a slave and reads them back; undefined where the device has no line. Rejects with a Problem that says why it was not
   * done. `begin` throws where nobody waits any more.
   */
  write(sn: string, slave: number, points: readonly WrittenPoint[], begin: () => void): Promise<void> | undefined;
}
