import { Button, HTMLTable } from "@blueprintjs/core";
import { useState } from "react";
import { useIntl } from "react-intl";
import type { TrialReading } from "#contract/point/registerTrial.ts";
import type { PointRow } from "#contract/resources/deviceDataRecipe.ts";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { ownName } from "#src/kit/value/readersLanguage.ts";
import { OutcomeCell, ReadingSteps } from "./trialSteps.tsx";

interface TrialReadingsProps {
  readings: readonly TrialReading[];
  points: ReadonlyMap<string, PointRow>;
}

/** What each point of a template makes of what was read; the steps of the one that is chosen. */
export function TrialReadings({ readings, points }: TrialReadingsProps) {
  const intl = useIntl();
  const [chosen, setChosen] = useState<string>();
  const say = (id: string) => intl.formatMessage({ id: `registerTrial.${id}` });
  const open = readings.find(({ pointId }) => pointId === chosen);
  const openPoint = open && points.get(open.pointId);
  return (
    <>
      <HTMLTable compact striped className="gh-trial-table" aria-label={say("readings")}>
        <thead>
          <tr>
            <th>{intl.formatMessage({ id: "registers.column.name" })}</th>
            <th>{intl.formatMessage({ id: "registers.column.address" })}</th>
            <th>{say("step.shown")}</th>
            <th>{say("steps")}</th>
          </tr>
        </thead>
        <tbody>
          {readings.map(({ pointId, ...outcome }) => {
            const point = points.get(pointId);
            if (!point) return null;
            const isOpen = pointId === chosen;
            const name = ownName(intl, point.name, point.nameEn);
            return (
              <tr key={pointId}>
                <td>
                  <ForeignText text={name} />
                </td>
                <td className="gh-trial-digits">{point.address}</td>
                <OutcomeCell outcome={outcome} point={point} />
                <td>
                  <Button
                    size="small"
                    icon={isOpen ? "chevron-up" : "chevron-down"}
                    aria-expanded={isOpen}
                    aria-label={intl.formatMessage({ id: "registerTrial.stepsOf" }, { name })}
                    onClick={() => setChosen(isOpen ? undefined : pointId)}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </HTMLTable>
      {open && openPoint && (
        <section>
          <h3 className="gh-trial-title">
            <ForeignText text={ownName(intl, openPoint.name, openPoint.nameEn)} />
          </h3>
          <ReadingSteps reading={open} point={openPoint} />
        </section>
      )}
    </>
  );
}
