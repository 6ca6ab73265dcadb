import { Button, HTMLSelect } from "@blueprintjs/core";
import { skipToken } from "@reduxjs/toolkit/query/react";
import { useEffect, useId, useState } from "react";
import { type FieldValues, useFormContext, useWatch } from "react-hook-form";
import { useIntl } from "react-intl";
import type { ArgumentOf } from "#contract/kit/call.ts";
import { limits } from "#contract/limits.ts";
import { ruleFields } from "#contract/resources/alarm.ts";
import type { alarmTry } from "#contract/resources/alarmTry.ts";
import { FailedRead } from "#src/kit/screen/pageStates.tsx";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { useFailure } from "#src/kit/screen/useFailure.ts";
import { DevicePicker, type PickedDevice } from "#src/screens/devices/devicePicker.tsx";
import { FieldGroup, WholeWidth } from "#src/screens/template/fieldGroup.tsx";
import { alarmTryCalls } from "#store/handles/alarmTry.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { serverNow } from "#store/serverClock.ts";
import { ownAskedOnly } from "./conditionFields.ts";
import { RuleTryResult } from "./ruleTryResult.tsx";
import "./alarms.css";

type TriedRule = ArgumentOf<typeof alarmTry.calls.run>["rule"];

const dayMs = 86_400_000;
const spans = [1, 7, limits.alarmTry.days] as const;

/** The rule as it is filled in, whatever it is called; undefined while something is missing. */
const ruleOf = (values: FieldValues): TriedRule | undefined =>
  ruleFields.safeParse(ownAskedOnly({ ...values, name: "–" } as unknown as Parameters<typeof ownAskedOnly>[0])).data;

interface RuleTryPanelProps {
  /** How often it would have been raised, where that is too often; undefined where it is not, or is not known of the rule as it is now. */
  onMany(raised: number | undefined): void;
}

/** Replays what is stored of a device by the rule as it is filled in, before it is saved. */
export function RuleTryPanel({ onMany }: RuleTryPanelProps) {
  const intl = useIntl();
  const allowed = useAllowed();
  const spanId = useId();
  const { trigger, getValues } = useFormContext();
  const values: FieldValues = useWatch();
  const [picked, setPicked] = useState<PickedDevice>();
  const [days, setDays] = useState<number>(spans[0]);
  const [asked, setAsked] = useState<ArgumentOf<typeof alarmTry.calls.run>>();
  const [incomplete, setIncomplete] = useState(false);
  const read = alarmTryCalls.run.useQuery(asked ?? skipToken);
  const failure = useFailure(read);
  const answer = asked ? read.currentData : undefined;
  const rule = ruleOf(values);
  const outdated = asked !== undefined && JSON.stringify(rule) !== JSON.stringify(asked.rule);
  const many = answer && !outdated && answer.raised > limits.alarmTry.many ? answer.raised : undefined;
  useEffect(() => onMany(many), [many, onMany]);
  if (!allowed(alarmTryCalls.run.call) || !allowed(deviceCalls.query_mini.call)) return null;
  const own = typeof values.deviceId === "string" && values.deviceId !== "" ? values.deviceId : undefined;
  const device = picked ?? (own === undefined ? undefined : { id: own, name: String(values.deviceName ?? ""), sn: "" });
  const say = (id: string, more?: Record<string, number>) => intl.formatMessage({ id: `alarmTry.${id}` }, more);
  const ask = (slave?: number) => {
    const wanted = ruleOf(getValues());
    setIncomplete(wanted === undefined || device === undefined);
    if (wanted === undefined) {
      void trigger();
      return;
    }
    if (device === undefined) return;
    const to = serverNow();
    const period = { from: new Date(to - days * dayMs).toISOString(), to: new Date(to).toISOString() };
    setAsked({ rule: wanted, deviceId: device.id, ...period, ...(slave === undefined ? {} : { slave }) });
  };
  const recipeId = String(values.recipeId ?? "");
  return (
    <FieldGroup title={say("title")}>
      <WholeWidth>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is around it already. */}
        <div
          className="gh-rule-try"
          role="group"
          aria-label={say("title")}
          onKeyDown={(event) => {
            // Who looks for a device to try it on does not save the rule by that.
            if (event.key === "Enter" && event.target instanceof HTMLInputElement && !event.ctrlKey && !event.metaKey)
              event.preventDefault();
          }}
        >
          <DevicePicker
            shown={device ? [device.name, ...(device.sn ? [`(${device.sn})`] : [])].join(" ") : ""}
            faulty={incomplete && device === undefined}
            {...(recipeId ? { recipeId } : {})}
            onPick={(found) => {
              setPicked(found);
              setAsked(undefined);
            }}
          />
          <label htmlFor={spanId}>{say("span")}</label>
          <HTMLSelect
            id={spanId}
            value={days}
            options={spans.map((each) => ({ value: each, label: say("days", { days: each }) }))}
            onChange={(event) => setDays(Number(event.currentTarget.value))}
          />
          <Button
            icon="play"
            // Not disabled meanwhile: it would lose the focus.
            aria-busy={read.isFetching}
            text={say(read.isFetching ? "running" : "run")}
            onClick={() => !read.isFetching && ask()}
          />
        </div>
        <p className={incomplete ? "gh-field-error" : "gh-field-help"} {...(incomplete ? { role: "alert" } : {})}>
          {say(incomplete ? "incomplete" : "help")}
        </p>
        {failure !== undefined && <FailedRead error={failure} onRetry={() => void read.refetch()} />}
        {answer && asked && <RuleTryResult answer={answer} rule={asked.rule} outdated={outdated} onSlave={ask} />}
      </WholeWidth>
    </FieldGroup>
  );
}
