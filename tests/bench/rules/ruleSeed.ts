import type { Db } from "#server/db/open.ts";
import { rootCompanyId } from "#server/system/seed.ts";
import type { pointAddresses } from "#tests/bench/fleetSeed.ts";

const rowsAtOnce = 500;

/** Above this a rule of `seedOwnRules` raises; nothing else of the bench's template does. */
export const ownLimit = 900;

interface OwnRules {
  readonly count: number;
  /** The device of the rule with this number. */
  deviceOf(nth: number): string;
  pointOf?(nth: number): (typeof pointAddresses)[number];
}

export const ownRuleId = (nth: number): string => `rule-own-${nth}`;

/** Rules of single devices, beside those of the template that `seedTemplate` puts there. */
export const seedOwnRules = async (db: Db, { count, deviceOf, pointOf = () => "p" }: OwnRules): Promise<void> => {
  const ruleAt = (nth: number) => ({
    ...{ id: ownRuleId(nth), company_id: rootCompanyId, name: `Rule ${nth}`, recipe_id: "bench-recipe", point_id: `point-${pointOf(nth)}` },
    ...{ device_id: deviceOf(nth), level: 1, condition: "above", a: ownLimit, b: null, min: null, max: ownLimit - 100 },
    ...{ hold_seconds: 0, save_data: 1, enabled: 1 },
    ...{ push_content: "", push_content_en: "", release_content: "", release_content_en: "" },
    ...{ created_at: 0, updated_at: 0, updated_by: "" },
  });
  for (let from = 0; from < count; from += rowsAtOnce)
    await db
      .insertInto("alarm_trigger")
      .values(Array.from({ length: Math.min(rowsAtOnce, count - from) }, (_, at) => ruleAt(from + at)))
      .execute();
};
