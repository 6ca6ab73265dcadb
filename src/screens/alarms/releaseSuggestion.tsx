import { Button } from "@blueprintjs/core";
import { useFormContext, useWatch } from "react-hook-form";
import { useIntl } from "react-intl";
import type { Condition } from "#contract/resources/alarmCondition.ts";
import type { PointRow } from "#contract/resources/deviceDataRecipe.ts";
import { withUnit } from "#contract/withUnit.ts";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import { releaseHint } from "./releaseHint.ts";
import "./alarms.css";

const number = (value: unknown): number | null => (typeof value === "number" && Number.isFinite(value) ? value : null);

/** Offers release limits to a rule without them: a value that hovers at the limit would raise and release it without end. */
export function ReleaseSuggestion({ condition, point }: { condition: Condition; point: PointRow | undefined }) {
  const intl = useIntl();
  const { setValue } = useFormContext();
  const [a, b, min, max]: unknown[] = useWatch({ name: ["a", "b", "min", "max"] as const });
  const limits = releaseHint({ condition, a: number(a), b: number(b), min: number(min), max: number(max) }, point);
  if (!limits) return null;
  const shown = [limits.min, limits.max].filter((limit) => limit !== undefined).join(languageOf(intl) === "en" ? "–" : "～");
  const use = () => {
    for (const [name, limit] of Object.entries(limits)) setValue(name, limit, { shouldDirty: true, shouldValidate: true });
  };
  return (
    <p className="gh-rule-suggestion">
      {intl.formatMessage({ id: "alarmRule.release.suggestion" }, { limits: withUnit(shown, point?.unit ?? "") })}
      <Button size="small" variant="outlined" text={intl.formatMessage({ id: "alarmRule.release.use" })} onClick={use} />
    </p>
  );
}
