import { Callout, HTMLTable } from "@blueprintjs/core";
import { useState } from "react";
import { useIntl } from "react-intl";
import { limits } from "#contract/limits.ts";
import { FailedRead } from "#src/kit/screen/pageStates.tsx";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { listText } from "#src/kit/value/listText.ts";
import { ownName } from "#src/kit/value/readersLanguage.ts";
import { deviceDataRecipeCalls } from "#store/handles/deviceDataRecipe.ts";
import { TypedField, wholeNumber } from "./trialField.tsx";
import { bytesText } from "./trialSteps.tsx";

const settings = [
  { name: "pollSeconds", least: 1, most: limits.pollSeconds, first: "30" },
  { name: "mostRegisters", least: 1, most: limits.modbus.registers, first: "100" },
  { name: "mostGap", least: 0, most: limits.modbus.registers, first: "8" },
] as const;

const perMinute = (reads: readonly { seconds: number }[]): number => reads.reduce((sum, { seconds }) => sum + 60 / seconds, 0);

/** The requests by which a slave of the template is polled. */
export function PollPlan({ recipeId }: { recipeId: string }) {
  const intl = useIntl();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const say = (id: string, values?: Record<string, string | number>) => intl.formatMessage({ id: `pollPlan.${id}` }, values);
  const textOf = ({ name, first }: (typeof settings)[number]) => typed[name] ?? first;
  const fits = settings.every((setting) => {
    const value = wholeNumber(textOf(setting));
    return value !== undefined && value >= setting.least && value <= setting.most;
  });
  const [pollSeconds, mostRegisters, mostGap] = settings.map((setting) => wholeNumber(textOf(setting)));
  const { data, error, isFetching, refetch } = deviceDataRecipeCalls.poll_plan.useQuery(
    { recipeId, pollSeconds, mostRegisters, mostGap },
    { skip: !fits },
  );
  return (
    <>
      <div className="gh-trial-fields">
        {settings.map((setting) => (
          <TypedField
            key={setting.name}
            label={say(`field.${setting.name}`)}
            value={textOf(setting)}
            numeric
            maxLength={5}
            onValue={(text) => setTyped((before) => ({ ...before, [setting.name]: text }))}
          />
        ))}
      </div>
      <p className="gh-field-help">{say("help")}</p>
      {!fits && (
        <Callout compact intent="danger">
          {say("limits", { seconds: limits.pollSeconds, registers: limits.modbus.registers })}
        </Callout>
      )}
      {fits && error !== undefined && <FailedRead error={error} onRetry={() => void refetch()} />}
      {fits && !error && data && (
        <div className={isFetching ? "gh-trial-waiting" : undefined}>
          <p role="status">
            {say("count", { count: data.reads.length, often: intl.formatNumber(perMinute(data.reads), { maximumFractionDigits: 1 }) })}
          </p>
          {data.reads.length > 0 && (
            <HTMLTable compact striped className="gh-trial-table" aria-label={say("title")}>
              <thead>
                <tr>
                  {["seconds", "fn", "address", "count", "points", "frame"].map((column) => (
                    <th key={column}>{say(`column.${column}`)}</th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {data.reads.map(({ type, fn, address, count, seconds, frame, points }) => (
                  <tr key={`${frame} ${seconds}`}>
                    <td className="gh-trial-digits">{seconds} s</td>
                    <td>
                      {String(fn).padStart(2, "0")} {intl.formatMessage({ id: `dataPoint.option.registerType.${type}` })}
                    </td>
                    <td className="gh-trial-digits">{address}</td>
                    <td className="gh-trial-digits">{count}</td>
                    <td>
                      <ForeignText
                        text={listText(
                          intl,
                          points.map((point) => ownName(intl, point.name, point.nameEn)),
                        )}
                      />
                    </td>
                    <td className="gh-trial-digits">{bytesText(frame)}</td>
                  </tr>
                ))}
              </tbody>
            </HTMLTable>
          )}
          {data.unread.length > 0 && (
            <section>
              <h3 className="gh-trial-title">{say("unread")}</h3>
              <ul className="gh-trial-unread">
                {data.unread.map(({ id, name, nameEn, fault }) => (
                  <li key={id}>
                    <ForeignText text={ownName(intl, name, nameEn)} />
                    {" – "}
                    {fault}
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
      )}
    </>
  );
}
