import type { Db } from "#server/db/open.ts";
import { portions } from "#server/kit/portions.ts";
import type { Rule } from "./rule.ts";

/** Of the devices at or below its organisation it holds back the notices of all that it names together. */
export interface Mask {
  readonly id: string;
  readonly companyPath: string;
  readonly deviceId: string | null;
  readonly ruleId: string | null;
  readonly typeId: string | null;
  /** UTC ms; `endsAt` null: until somebody ends it. */
  readonly startsAt: number;
  readonly endsAt: number | null;
}

/** What a notice would be about. */
export interface Told {
  readonly device: { readonly id: string; readonly companyPath: string };
  readonly rule: { readonly id: string | null; readonly typeId: string | null };
}

/** The masks that have not ended, or whose end has not been told yet; kept in step with the database by their ids. */
export interface Masks {
  /** The mask that holds it back at this time (UTC ms), of several the one that ends last. */
  of(told: Told, at: number): Mask | undefined;
  /** After masks were written; without ids, after any may have been, or organisations were moved. */
  changed(ids?: readonly string[]): Promise<void>;
  /** Those whose time was over at `at`, UTC ms. */
  over(at: number): readonly Mask[];
  /** One whose end was told. */
  forget(id: string): void;
}

export const toldOf = ({ definition }: Pick<Rule, "definition">): Told["rule"] => ({ id: definition.id, typeId: definition.alarmTypeId });

type Named = "deviceId" | "ruleId" | "typeId";

const isRunning = ({ startsAt, endsAt }: Mask, at: number): boolean => startsAt <= at && (endsAt === null || at < endsAt);
const endOf = ({ endsAt }: Mask): number => endsAt ?? Number.POSITIVE_INFINITY;

const rows = (db: Db) =>
  db
    .selectFrom("alarm_mask")
    .innerJoin("company", "company.id", "alarm_mask.company_id")
    .where("alarm_mask.told", "=", 0)
    .select(["alarm_mask.id", "company.path as companyPath", "alarm_mask.device_id as deviceId", "alarm_mask.rule_id as ruleId"])
    .select(["alarm_mask.alarm_type_id as typeId", "alarm_mask.starts_at as startsAt", "alarm_mask.ends_at as endsAt"]);

export const openMasks = async (db: Db): Promise<Masks> => {
  const all = new Map<string, Mask>();
  /** Found by the narrowest that each names. */
  const found: Readonly<Record<Named, Map<string, Set<Mask>>>> = { deviceId: new Map(), ruleId: new Map(), typeId: new Map() };
  const placeOf = (mask: Mask): [Named, string] | undefined => {
    for (const name of ["deviceId", "ruleId", "typeId"] as const) {
      const id = mask[name];
      if (id !== null) return [name, id];
    }
    return undefined;
  };
  const forget = (id: string): void => {
    const mask = all.get(id);
    all.delete(id);
    const place = mask && placeOf(mask);
    if (!place) return;
    const [name, subject] = place;
    const there = found[name].get(subject);
    there?.delete(mask);
    if (there?.size === 0) found[name].delete(subject);
  };
  const put = (mask: Mask): void => {
    forget(mask.id);
    const place = placeOf(mask);
    if (!place) return;
    const [name, subject] = place;
    all.set(mask.id, mask);
    const there = found[name].get(subject);
    if (there) there.add(mask);
    else found[name].set(subject, new Set([mask]));
  };
  const readAll = async (): Promise<void> => {
    const fresh = await rows(db).execute();
    for (const id of [...all.keys()]) forget(id);
    for (const mask of fresh) put(mask);
  };
  await readAll();

  return {
    of({ device, rule }, at) {
      if (all.size === 0) return undefined;
      let longest: Mask | undefined;
      const look = (masks: ReadonlySet<Mask> | undefined): void => {
        for (const mask of masks ?? []) {
          if (mask.deviceId !== null && mask.deviceId !== device.id) continue;
          if (mask.ruleId !== null && mask.ruleId !== rule.id) continue;
          if (mask.typeId !== null && mask.typeId !== rule.typeId) continue;
          if (!isRunning(mask, at) || !device.companyPath.startsWith(mask.companyPath)) continue;
          if (!longest || endOf(mask) > endOf(longest)) longest = mask;
        }
      };
      look(found.deviceId.get(device.id));
      if (rule.id !== null) look(found.ruleId.get(rule.id));
      if (rule.typeId !== null) look(found.typeId.get(rule.typeId));
      return longest;
    },
    async changed(ids) {
      if (!ids) return readAll();
      for (const some of portions(ids)) {
        const fresh = new Map((await rows(db).where("alarm_mask.id", "in", some).execute()).map((mask) => [mask.id, mask]));
        for (const id of some) {
          const mask = fresh.get(id);
          if (mask) put(mask);
          else forget(id);
        }
      }
    },
    over: (at) => [...all.values()].filter(({ endsAt }) => endsAt !== null && endsAt <= at),
    forget,
  };
};
