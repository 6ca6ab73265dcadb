import { Callout, HTMLSelect } from "@blueprintjs/core";
import { useMemo } from "react";
import { useIntl } from "react-intl";
import type { ArgumentOf } from "#contract/kit/call.ts";
import { limits } from "#contract/limits.ts";
import type { alarmTry } from "#contract/resources/alarmTry.ts";
import { Chart } from "#src/kit/chart/chart.tsx";
import { withMarks } from "#src/kit/chart/curveMarks.ts";
import { curveFigure } from "#src/kit/chart/curves.ts";
import { useCurveWords } from "#src/kit/chart/useCurveWords.ts";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { useSession } from "#src/session/sessionView.ts";
import type { Tried } from "#store/handles/alarmTry.ts";
import { ruleLevels } from "./ruleLevels.ts";
import "./alarms.css";

interface RuleTryResultProps {
  answer: Tried;
  rule: ArgumentOf<typeof alarmTry.calls.run>["rule"];
  /** The rule was changed since. */
  outdated: boolean;
  onSlave(slave: number): void;
}

/** When the rule would have been raised and released, on the curve of its data point, and how many notices that would have been. */
export function RuleTryResult({ answer, rule, outdated, onSlave }: RuleTryResultProps) {
  const intl = useIntl();
  const words = useCurveWords();
  const {
    me: { zone },
  } = useSession();
  const language = languageOf(intl);
  const { raised, notices, slaves, slave, curve } = answer;
  const say = (id: string, values?: Record<string, string | number>) => intl.formatMessage({ id: `alarmTry.${id}` }, values);
  const figure = useMemo(() => {
    if (curve === null) return undefined;
    const [from, to] = [Date.parse(answer.from), Date.parse(answer.to)];
    const drawn = curveFigure([curve], { zone, language, words, from, to, read: { from, to } });
    const { a = null, b = null, min = null, max = null, otherPointId = null, condition } = rule;
    return withMarks(drawn, zone, {
      levels: ruleLevels({ condition, a, b, min, max, otherPointId }, curve.point.unit, intl),
      spans: answer.spans.map(({ raisedAt, releasedAt }) => ({
        from: Math.max(from, Date.parse(raisedAt)),
        to: Date.parse(releasedAt ?? answer.replayedUntil),
      })),
    });
  }, [curve, answer, rule, zone, language, words, intl]);
  const before = answer.spans.filter(({ raisedAt }) => Date.parse(raisedAt) < Date.parse(answer.from)).length;
  const cut = Date.parse(answer.replayedUntil) < Date.parse(answer.to);
  return (
    <div className={outdated ? "gh-rule-tried gh-rule-outdated" : "gh-rule-tried"}>
      {outdated && (
        <Callout compact intent="primary">
          {say("outdated")}
        </Callout>
      )}
      {!outdated && raised > limits.alarmTry.many && (
        <Callout compact intent="warning" role="alert">
          {say("many", { count: raised })}
        </Callout>
      )}
      <output className="gh-rule-tried-words">
        <strong>{say("raised", { count: raised })}</strong>
        {before > 0 && <span>{say("before", { count: before })}</span>}
        <span>{say("readings", { count: answer.readings })}</span>
        <span>
          {notices.receivers === 0 && notices.atMost === 0
            ? say("nobody")
            : say("notices", { count: notices.atMost, reminders: notices.reminders })}
        </span>
        {cut && <span>{say("cut", { at: formatInstant(zone, answer.replayedUntil), count: limits.alarmTry.readings })}</span>}
        {slaves.length > 1 && (
          <HTMLSelect
            aria-label={say("slave")}
            value={slave}
            options={slaves.map(({ no, name }) => ({ value: no, label: `${name} (${no})` }))}
            onChange={(event) => onSlave(Number(event.currentTarget.value))}
          />
        )}
      </output>
      {raised + before > answer.spans.length && <p className="gh-field-help">{say("listed", { count: answer.spans.length })}</p>}
      {figure && <Chart figure={figure} label={say("chart")} height={320} />}
      {answer.spans.length > 0 && (
        <details>
          <summary>{say("list")}</summary>
          <ol className="gh-rule-spans">
            {answer.spans.map(({ raisedAt, releasedAt }) => (
              <li key={raisedAt}>
                {formatInstant(zone, raisedAt)} – {releasedAt === null ? say("stands") : formatInstant(zone, releasedAt)}
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}
