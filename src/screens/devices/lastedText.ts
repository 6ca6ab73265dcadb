import type { IntlShape } from "react-intl";
import { type AgeUnit, ageIn } from "#src/kit/value/ageUnits.ts";

const lengths: Record<AgeUnit, number> = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** A length of time in its two largest units, as `2 h 5 min`. */
export const lastedText = (milliseconds: number, intl: IntlShape): string => {
  const say = ({ count, unit }: ReturnType<typeof ageIn>) => intl.formatMessage({ id: `value.age.${unit}` }, { count });
  const first = ageIn(Math.max(0, milliseconds));
  const rest = Math.max(0, milliseconds) - first.count * lengths[first.unit];
  const next: Partial<Record<AgeUnit, AgeUnit>> = { day: "hour", hour: "minute", minute: "second" };
  const unit = next[first.unit];
  const count = unit ? Math.floor(rest / lengths[unit]) : 0;
  return unit && count > 0 ? `${say(first)} ${say({ count, unit })}` : say(first);
};
