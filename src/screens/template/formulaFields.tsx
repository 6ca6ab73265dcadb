import { Icon, InputGroup } from "@blueprintjs/core";
import { useId, useState } from "react";
import { useWatch } from "react-hook-form";
import { useIntl } from "react-intl";
import type { PointRow } from "#contract/resources/deviceDataRecipe.ts";
import { TextField } from "#src/kit/form/fields.tsx";
import { numberText, pointLine } from "#src/kit/value/pointText.ts";
import { WholeWidth } from "./fieldGroup.tsx";
import { type Example, receivedExample, sentExample, showsRounded } from "./formulaExample.ts";

type Watched = Pick<
  PointRow,
  "receiveFormula" | "sendFormula" | "decimals" | "startBit" | "endBit" | "unit" | "enumeration" | "valueType" | "writable"
>;

const watched = [
  "receiveFormula",
  "sendFormula",
  "decimals",
  "startBit",
  "endBit",
  "unit",
  "enumeration",
  "valueType",
  "writable",
] as const;

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const numberOrNull = (value: unknown): number | null => (isNumber(value) ? value : null);

const usePoint = (): Watched => {
  const [receiveFormula, sendFormula, decimals, startBit, endBit, unit, enumeration, valueType, writable]: unknown[] = useWatch({
    name: watched,
  });
  const entries: unknown[] = Array.isArray(enumeration) ? enumeration : [];
  return {
    receiveFormula: String(receiveFormula ?? ""),
    sendFormula: String(sendFormula ?? ""),
    decimals: numberOrNull(decimals),
    startBit: numberOrNull(startBit),
    endBit: numberOrNull(endBit),
    unit: String(unit ?? ""),
    enumeration: entries as PointRow["enumeration"],
    valueType: valueType as PointRow["valueType"],
    writable: writable === true,
  };
};

function Outcome({ example, text }: { example: Example; text(value: number | string): string }) {
  const intl = useIntl();
  if (example.kind === "value") return <>{text(example.value)}</>;
  const told =
    example.kind === "notFinite"
      ? intl.formatMessage({ id: "dataPoint.example.notFinite" })
      : intl.formatMessage({ id: `dataPoint.fault.${example.reason}` }, { at: example.at });
  return <span className="gh-formula-fault">{told}</span>;
}

/** Both formulas, and what they make of a raw value while they are typed. */
export function FormulaFields() {
  const intl = useIntl();
  const rawId = useId();
  const [typed, setTyped] = useState("215");
  const point = usePoint();
  const language = intl.locale.startsWith("en") ? "en" : "zh";
  const say = (id: string) => intl.formatMessage({ id: `dataPoint.${id}` });
  const raw = typed.trim() === "" ? Number.NaN : Number(typed);
  const whole = /int/.test(point.valueType);
  const rounded = showsRounded(point.valueType, point.receiveFormula);
  const received = receivedExample(typed, point, whole);
  const shown = received.kind === "value" ? received.value : raw;
  const sent = sentExample(shown, point.sendFormula, whole);
  const shownText = (value: number | string) => pointLine(value, { ...point, approximate: rounded }, language);
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
          ) : Number.isFinite(raw) ? (
            <>
              <span>
                {say("example.received")} <Icon icon="arrow-right" size={12} /> <Outcome example={received} text={shownText} />
              </span>
              {sends && (
                <span>
                  {say("example.sent")} {shownText(shown)} <Icon icon="arrow-right" size={12} />{" "}
                  <Outcome example={sent} text={(value) => (typeof value === "string" ? value : numberText(value, null))} />
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
