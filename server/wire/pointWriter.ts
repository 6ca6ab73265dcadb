import type { Problem } from "#server/kit/problem.ts";
import type { RegisteredDevice, RegisteredPoint } from "./registered.ts";

/** A raw value for a point, as its command has it. */
export interface WrittenPoint {
  readonly point: RegisteredPoint;
  readonly raw: number | string | boolean;
}

/** What is written to one slave: by point, and the same by address. */
export interface PointWrite {
  readonly slave: number;
  readonly points: readonly WrittenPoint[];
  readonly values: Readonly<Record<string, number | string | boolean>>;
}

export interface WriteUnderWay {
  /** Where it goes, below the device's own. */
  readonly place: string;
  /** Resolves when the device has it, rejects where it is never sent; undefined: it is under way. */
  readonly sent?: Promise<void>;
  /** Resolves when the values were read back; rejects with a Problem that says why it was not done. */
  readonly done: Promise<void>;
  /** What is known of it when the time is over; undefined: nothing was heard. */
  overdue?(): Problem | undefined;
}

/** A command as it would go out: its topics or its line, and what is sent there. */
export interface CommandPreview {
  readonly place: string;
  readonly message: string;
}

/** A transport whose devices are written to, and tell by what they read that it was done. */
export interface PointWriter {
  /** Undefined where the device is not reached by it. `begin` throws where nobody waits any more. */
  write(device: RegisteredDevice, write: PointWrite, begin: () => void): WriteUnderWay | undefined;
  /** The same, and nothing is sent; throws a Problem where it could not be. Undefined where the device is not reached by it. */
  preview(device: RegisteredDevice, write: PointWrite): CommandPreview | undefined;
}
