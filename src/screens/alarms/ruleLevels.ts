import type { IntlShape } from "react-intl";
import type { RuleRow } from "#contract/resources/alarm.ts";
import { withUnit } from "#contract/withUnit.ts";
import type { CurveMarks } from "#src/kit/chart/curveMarks.ts";
import { conditionFields } from "./conditionFields.ts";

type Limits = Pick<RuleRow, "condition" | "a" | "b" | "min" | "max" | "otherPointId">;

/** The values of its point at which a rule triggers and clears, as lines of a chart; those of a difference from another point are none. */
export const ruleLevels = (
  { condition, a, b, min, max, otherPointId }: Limits,
  unit: string,
  intl: IntlShape,
): NonNullable<CurveMarks["levels"]> => {
  if (otherPointId !== null) return [];
  const asked = conditionFields[condition];
  const valued = asked.a === "limit" || asked.a === "low" || asked.a === "equal";
  const line = (value: number | null, id: "trigger" | "clear") =>
    value === null
      ? []
      : [
          {
            value,
            text: intl.formatMessage({ id: `alarmCurve.${id}` }, { value: withUnit(String(value), unit) }),
            tone: id === "trigger" ? ("limit" as const) : ("good" as const),
          },
        ];
  return [
    ...(valued ? line(a, "trigger") : []),
    ...(asked.b === "high" ? line(b, "trigger") : []),
    ...(asked.min ? line(min, "clear") : []),
    ...(asked.max ? line(max, "clear") : []),
  ];
};
