import { HTMLTable } from "@blueprintjs/core";
import { type IntlShape, useIntl } from "react-intl";
import type { TrialReading, TrialStep } from "#contract/point/registerTrial.ts";
import type { PointRow } from "#contract/resources/deviceDataRecipe.ts";
import { beyondText, pointLine } from "#src/kit/value/pointText.ts";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import { shownText } from "#src/kit/value/shownText.ts";
import { showsRounded } from "#src/screens/template/formulaExample.ts";

const hex = (register: number): string => `0x${register.toString(16).toUpperCase().padStart(4, "0")}`;

export const registersText = (registers: readonly number[]): string => registers.map(hex).join(" ");

/** `01 03 04 …` of hexadecimal digits. */
export const bytesText = (digits: string): string => digits.toUpperCase().replace(/..(?=.)/g, "$& ");

/** Steps that go by something which has a word: an order, or what the bytes are taken for. */
const worded = ["byteOrder", "wordOrder", "taken"];

const byText = ({ step, by }: TrialStep, intl: IntlShape): string => {
  if (by === "") return "–";
  if (step === "taken") return intl.formatMessage({ id: `registerTrial.taken.${by}` });
  return worded.includes(step)
    ? intl.formatMessage({ id: `dataPoint.option.${step}.${by}` })
    : by.replace("-", step === "bits" ? "–" : "-");
};

/** How a value that is stored is shown where its point is. */
const shownValue = (value: number | string, point: PointRow, intl: IntlShape): string =>
  pointLine(value, { ...point, approximate: showsRounded(point.valueType, point.receiveFormula) }, languageOf(intl));

/** The value as it is shown and what limit it passes, or why there is none. */
export function OutcomeCell({ outcome, point }: { outcome: Pick<TrialReading, "value" | "beyond" | "fault">; point: PointRow }) {
  const intl = useIntl();
  const { value, beyond, fault } = outcome;
  if (value === null) return <td className="gh-trial-fault">{fault}</td>;
  return (
    <td className="gh-trial-result">
      <span>{shownValue(value, point, intl)}</span>
      {beyond && <span className="gh-trial-beyond">{beyondText(beyond, point, intl)}</span>}
    </td>
  );
}

export function StepsTable({ steps, children }: { steps: readonly TrialStep[]; children?: React.ReactNode }) {
  const intl = useIntl();
  const say = (id: string) => intl.formatMessage({ id: `registerTrial.${id}` });
  return (
    <HTMLTable compact striped className="gh-trial-table" aria-label={say("steps")}>
      <thead>
        <tr>
          <th>{say("column.step")}</th>
          <th>{say("column.by")}</th>
          <th>{say("column.value")}</th>
        </tr>
      </thead>
      <tbody>
        {steps.map((step) => (
          <tr key={step.step}>
            <td>{say(`step.${step.step}`)}</td>
            <td className="gh-trial-digits">{byText(step, intl)}</td>
            <td className="gh-trial-digits">{step.registers.length > 0 ? registersText(step.registers) : shownText(step.value)}</td>
          </tr>
        ))}
        {children}
      </tbody>
    </HTMLTable>
  );
}

/** Every step from what came to what is stored and shown. */
export function ReadingSteps({ reading, point }: { reading: TrialReading; point: PointRow }) {
  const intl = useIntl();
  const { value, beyond, fault, steps } = reading;
  const say = (id: string) => intl.formatMessage({ id: `registerTrial.${id}` });
  return (
    <StepsTable steps={steps}>
      {fault !== "" && (
        <tr className="gh-trial-fault">
          <td>{say("step.refused")}</td>
          <td colSpan={2}>{fault}</td>
        </tr>
      )}
      {value !== null && (
        <>
          <tr>
            <td>{say("step.range")}</td>
            <td className="gh-trial-digits">
              {point.min === null && point.max === null ? "–" : `${point.min ?? "−∞"} … ${point.max ?? "∞"}`}
            </td>
            <td>{beyond ? `${beyondText(beyond, point, intl)} · ${say("marked")}` : say("within")}</td>
          </tr>
          <tr>
            <td>{say("step.stored")}</td>
            <td>–</td>
            <td className="gh-trial-digits">{shownText(String(value))}</td>
          </tr>
          <tr className="gh-trial-result">
            <td>{say("step.shown")}</td>
            <td>–</td>
            <td>{shownValue(value, point, intl)}</td>
          </tr>
        </>
      )}
    </StepsTable>
  );
}
