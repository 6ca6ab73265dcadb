import { Callout } from "@blueprintjs/core";
import { useState } from "react";
import { useIntl } from "react-intl";
import { limits } from "#contract/limits.ts";
import type { PointRow } from "#contract/resources/deviceDataRecipe.ts";
import { framings } from "#contract/resources/deviceModel.ts";
import { FailedRead } from "#src/kit/screen/pageStates.tsx";
import { deviceDataRecipeCalls } from "#store/handles/deviceDataRecipe.ts";
import { ChosenField, TypedField, wholeNumber } from "./trialField.tsx";
import { bytesText, registersText, StepsTable } from "./trialSteps.tsx";
import type { PointChanges } from "./useTriedPoint.ts";

interface WriteTrialProps {
  recipeId: string;
  point: PointRow | undefined;
  changes: PointChanges;
}

/** From a value to the registers and the frame that a command would send. */
export function WriteTrial({ recipeId, point, changes }: WriteTrialProps) {
  const intl = useIntl();
  const [value, setValue] = useState("");
  const [slaveText, setSlave] = useState("1");
  const [framing, setFraming] = useState<(typeof framings)[number]>("rtu");
  const say = (id: string) => intl.formatMessage({ id: `registerTrial.${id}` });
  const slave = wholeNumber(slaveText) ?? 0;
  const slaveFits = slave >= limits.slave.min && slave <= limits.slave.max;
  const asks = point !== undefined && value.trim() !== "" && slaveFits;
  const request = { recipeId, pointId: point?.id ?? "", changes, value, slave, framing };
  const { data, error, isFetching, refetch } = deviceDataRecipeCalls.try_registers.useQuery(request, { skip: !asks });
  if (!point) return <p className="gh-field-help">{say("write.choose")}</p>;
  const write = asks && !error ? data?.write : undefined;
  return (
    <>
      <div className="gh-trial-fields">
        <TypedField
          label={say("field.value")}
          value={value}
          maxLength={limits.trial.value}
          {...(point.unit ? { help: point.unit } : {})}
          onValue={setValue}
        />
        <TypedField label={say("field.slave")} value={slaveText} numeric maxLength={3} onValue={setSlave} />
        <ChosenField
          label={say("field.framing")}
          value={framing}
          options={framings.map((each) => ({ value: each, label: say(`option.framing.${each}`) }))}
          onValue={setFraming}
        />
      </div>
      {!slaveFits && (
        <Callout compact intent="danger">
          {intl.formatMessage({ id: "rule.slaveNumber" })}
        </Callout>
      )}
      {error !== undefined && asks && <FailedRead error={error} onRetry={() => void refetch()} />}
      <div role="status" className={isFetching ? "gh-trial-waiting" : undefined}>
        {write && write.fault !== "" && (
          <Callout compact intent="danger">
            {write.fault}
          </Callout>
        )}
        {write && (
          <StepsTable steps={write.steps}>
            {write.raw !== "" && (
              <tr>
                <td>{say("step.raw")}</td>
                <td>–</td>
                <td className="gh-trial-digits">{write.raw}</td>
              </tr>
            )}
            {write.registers.length > 0 && (
              <tr>
                <td>{say("step.registers")}</td>
                <td>{write.keepsBits ? say("keepsBits") : "–"}</td>
                <td className="gh-trial-digits">{registersText(write.registers)}</td>
              </tr>
            )}
            {write.frames.map((frame) => (
              <tr key={frame} className="gh-trial-result">
                <td>{say("step.frame")}</td>
                <td>{say(`option.framing.${framing}`)}</td>
                <td className="gh-trial-digits">{bytesText(frame)}</td>
              </tr>
            ))}
          </StepsTable>
        )}
      </div>
    </>
  );
}
