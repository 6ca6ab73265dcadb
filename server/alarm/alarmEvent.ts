import type { ToldDevice } from "./rule.ts";
import type { AlarmRecord } from "./transitions.ts";

/** Told after the commit. Masked: the record is written, but no notice goes out. */
export interface AlarmEvent {
  readonly kind: "raised" | "released" | "processed";
  /** A release carries the rule's release text, where it has one, as its content. */
  readonly record: AlarmRecord;
  readonly device: ToldDevice;
  readonly masked: boolean;
  /** The reading that brought it was taken long before it came. */
  readonly late?: boolean;
  /** Of a rule of absence: whole sites raise these together. */
  readonly absence?: boolean;
  /** A reminder of one that was told already. */
  readonly again?: boolean;
  /** One of many that a mask held back until now. */
  readonly heldBack?: boolean;
}
