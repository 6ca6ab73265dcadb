import { Icon, InputGroup } from "@blueprintjs/core";
import { useId, useState } from "react";
import { useWatch } from "react-hook-form";
import { type IntlShape, useIntl } from "react-intl";
import type { Language } from "#contract/messages.ts";
import type { PointRow } from "#contract/resources/deviceDataRecipe.ts";
import { TextField } from "#src/kit/form/fields.tsx";
import { numberText, pointLine } from "#src/kit/value/pointText.ts";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import { WholeWidth } from "./fieldGroup.tsx";
import { type Example, receivedExample, sentExample, showsRounded, type TriedPoint } from "./formulaExample.ts";

const watched = [
  ...(["receiveFormula", "sendFormula", "unit", "decimals", "integerDigits", "min", "max", "startBit", "endBit"] as const),
  ...(["enumeration", "valueType", "writable"] as const),
] as const;

const numberOrNull = (value: unknown): number | null => (typeof value === "number" && Number.isFinite(value) ? value : null);

/** The point as far as it is filled in. */
const usePoint = (): TriedPoint & { writable: boolean } => {
  const [
    receiveFormula,
    sendFormula,
    unit,
    decimals,
    integerDigits,
    min,
    max,
    startBit,
    endBit,
    enumeration,
    valueType,
    writable,
  ]: unknown[] = useWatch({ name: watched });
  const entries = (Array.isArray(enumeration) ? enumeration : []) as PointRow["enumeration"];
  return {
    receiveFormula: String(receiveFormula ?? ""),
    sendFormula: String(sendFormula ?? ""),
    unit: String(unit ?? ""),
    decimals: numberOrNull(decimals),
    integerDigits: numberOrNull(integerDigits),
    min: numberOrNull(min),
    max: numberOrNull(max),
    startBit: numberOrNull(startBit),
    endBit: numberOrNull(endBit),
    enumeration: entries.filter(({ value }) => numberOrNull(value) !== null),
    valueType: valueType as PointRow["valueType"],
    writable: writable === true,
  };
};

const faultWords = (example: Exclude<Example, { kind: "value" }>, language: Language, intl: IntlShape): string => {
  if (example.kind === "formula") return intl.formatMessage({ id: `dataPoint.fault.${example.reason}` }, { at: example.at });
  if (example.kind === "refused") return example.fault.values.why?.[language] ?? "";
  return intl.formatMessage({ id: example.reason === "notFinite" ? "dataPoint.example.notFinite" : `reading.invalid.${example.reason}` });
};

function Outcome({ example, text }: { example: Example; text(value: number | string | boolean): string }) {
  const intl = useIntl();
  if (example.kind === "value") return <>{text(example.value)}</>;
  return <span className="gh-formula-fault">{faultWords(example, languageOf(intl), intl)}</span>;
}

/** Both formulas, and what they make of a raw value while they are typed. */
export function FormulaFields() {
  const intl = useIntl();
  const rawId = useId();
  const [typed, setTyped] = useState("215");
  const point = usePoint();
  const language = languageOf(intl);
  const say = (id: string) => intl.formatMessage({ id: `dataPoint.${id}` });
  const raw = typed.trim();
  const rounded = showsRounded(point.valueType, point.receiveFormula);
  const received = receivedExample(raw, point);
  const shown = received.kind === "value" && typeof received.value !== "boolean" ? received.value : raw;
  const shownText = (value: number | string | boolean) => pointLine(value, { ...point, approximate: rounded }, language);
  const sends = point.writable || point.sendFormula !== "";
  return (
    <WholeWidth>
      <div className="gh-formula-pair">
        <TextField name="receiveFormula" mono placeholder="x*0.1" help={say("help.receiveFormula")} />
        <TextField name="sendFormula" mono placeholder="x*10" help={say("help.sendFormula")} />
      </div>
      <div className="gh-formula-example">
        <label htmlFor={rawId}>{say("example.raw")}</label>
        <InputGroup
          id={rawId}
          className="gh-mono gh-formula-raw"
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter") event.preventDefault();
          }}
        />
        <output htmlFor={rawId} className="gh-formula-outcome">
          {point.valueType === "text" ? (
            say("example.text")
          ) : raw !== "" ? (
            <>
              <span>
                {say("example.received")} <Icon icon="arrow-right" size={12} /> <Outcome example={received} text={shownText} />
              </span>
              {sends && (
                <span>
                  {say("example.sent")} {shownText(shown)} <Icon icon="arrow-right" size={12} />{" "}
                  <Outcome
                    example={sentExample(shown, point)}
                    text={(value) => (typeof value === "number" ? numberText(value, null) : String(value))}
                  />
                </span>
              )}
            </>
          ) : (
            <span className="gh-formula-fault">{intl.formatMessage({ id: "rule.number" })}</span>
          )}
        </output>
      </div>
      {rounded && <div className="gh-field-help">{say("approximate")}</div>}
    </WholeWidth>
  );
}
