import type { AlarmEvent } from "#server/alarm/alarmEvent.ts";
import type { Troubles } from "#server/system/troubles.ts";
import type { Dropping } from "#server/wire/presence.ts";

/** What a write changed, told after its commit. Data alone: it may have to travel to another process. */
export type Change =
  /** Added or edited. `moved`: they stand in another organisation. */
  | { readonly kind: "devices"; readonly ids: readonly string[]; readonly moved?: boolean }
  /** Their connections may not stay. */
  | { readonly kind: "devicesDropped"; readonly devices: readonly NamedDevice[]; readonly why: Exclude<Dropping, "deleted"> }
  | { readonly kind: "devicesRemoved"; readonly devices: readonly NamedDevice[] }
  /** These parts of what they kept are gone; they themselves stay. */
  | { readonly kind: "devicesErased"; readonly ids: readonly string[]; readonly readings: boolean; readonly alarms: boolean }
  /** Data templates or their points. */
  | { readonly kind: "recipes"; readonly ids: readonly string[] }
  /** Device models: what their devices speak. */
  | { readonly kind: "models"; readonly ids: readonly string[] }
  | { readonly kind: "rules"; readonly ids: readonly string[] }
  | { readonly kind: "masks"; readonly ids: readonly string[] }
  /** What users may do; without ids, what everybody may. */
  | { readonly kind: "rights"; readonly userIds?: readonly string[] }
  /** Which alarms reach a user. */
  | { readonly kind: "switches"; readonly userId: string }
  /** An organisation stands elsewhere, with all that is below it: these devices. */
  | { readonly kind: "companyMoved"; readonly deviceIds: readonly string[] }
  /** Alarms were handled by somebody. */
  | { readonly kind: "alarmsProcessed"; readonly events: readonly AlarmEvent[] }
  /** Records of these resources; seen by those at or above the organisations, with `below` by those below them too, or by everybody. */
  | {
      readonly kind: "records";
      readonly resources: readonly string[];
      readonly companyIds: readonly string[] | "everybody";
      readonly below?: true;
      /** Seen by this user alone. */
      readonly userId?: string;
      /** The page that wrote them, as it names itself; empty where none did. */
      readonly page: string;
    };

export type ChangeOf<K extends Change["kind"]> = Extract<Change, { kind: K }>;

export interface NamedDevice {
  readonly id: string;
  readonly sn: string;
}

export interface Changes {
  /** In the order in which they were told. */
  follow(part: string, follower: (change: Change) => Promise<void> | void): void;
  /** Resolves when all have followed. One that fails keeps no other from it, and undoes nothing: the write has been done. */
  tell(...changes: readonly Change[]): Promise<void>;
}

export const openChanges = (troubles: Pick<Troubles, "failed" | "over">): Changes => {
  const followers: { part: string; follower: (change: Change) => Promise<void> | void }[] = [];
  return {
    follow(part, follower) {
      followers.push({ part, follower });
    },
    async tell(...changes) {
      for (const change of changes) {
        for (const { part, follower } of followers) {
          try {
            await follower(change);
            troubles.over("changes");
          } catch (fault) {
            troubles.failed("changes", fault, `${part} could not follow a change: ${change.kind}`);
          }
        }
      }
    },
  };
};
