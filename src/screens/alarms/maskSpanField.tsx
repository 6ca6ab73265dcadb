import { HTMLSelect } from "@blueprintjs/core";
import { useId } from "react";
import { useController } from "react-hook-form";
import { useIntl } from "react-intl";
import { limits } from "#contract/limits.ts";
import { say as sayOf } from "#contract/messages.ts";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import { InstantField } from "#src/screens/devices/instantField.tsx";
import { useSession } from "#src/session/sessionView.ts";
import { serverNow } from "#store/serverClock.ts";
import { lengths, type SpanChoice, type SpanFault, shortly, spanFault } from "./maskSpan.ts";
import "#src/kit/form/form.css";
import "#src/screens/devices/history.css";

const hoursOfDay = 24;

interface SpanFieldProps {
  /** Of one that is set already the start stands. */
  fixedStart?: boolean;
}

/** When it begins, and how long it lasts. */
export function MaskSpanField({ fixedStart = false }: SpanFieldProps) {
  const intl = useIntl();
  const id = useId();
  const { me } = useSession();
  const { field, fieldState } = useController({ name: "span" });
  const value: SpanChoice = field.value ?? shortly;
  const say = (name: string, values?: Record<string, string | number>) => intl.formatMessage({ id: `alarmMasks.span.${name}` }, values);
  const fault = fieldState.invalid ? spanFault(value, serverNow()) : undefined;
  const change = (part: Partial<SpanChoice>): void => field.onChange({ ...value, ...part });
  const lengthText = (length: (typeof lengths)[number]): string => {
    if (length === "at" || length === "open") return say(length);
    const hours = Number(length);
    return hours <= hoursOfDay ? say("hours", { count: hours }) : say("days", { count: hours / hoursOfDay });
  };
  const instant = (of: SpanFault["of"]) => (
    <InstantField
      label={say(of === "startsAt" ? "startTime" : "endTime", { zone: me.zone })}
      zone={me.zone}
      value={value[of]}
      after={serverNow}
      faulty={fault?.of === of}
      describedBy={`${id}-${of}`}
      onChange={(at) => change({ [of]: at })}
      onMalformed={() => undefined}
    />
  );
  const faultOf = (of: SpanFault["of"]) =>
    fault?.of === of && (
      <div id={`${id}-${of}`} className="gh-field-error" role="alert">
        {sayOf(languageOf(intl), fault.rule, { days: limits.mask.aheadDays })}
      </div>
    );
  return (
    <>
      {!fixedStart && (
        <div className={fault?.of === "startsAt" ? "gh-field gh-field-faulty" : "gh-field"}>
          <label className="gh-field-label" htmlFor={`${id}-start`}>
            {say("start")}
          </label>
          <div className="gh-period">
            <HTMLSelect
              id={`${id}-start`}
              value={value.later ? "later" : "now"}
              onChange={(event) => change({ later: event.currentTarget.value === "later" })}
            >
              <option value="now">{say("now")}</option>
              <option value="later">{say("later")}</option>
            </HTMLSelect>
            {value.later && instant("startsAt")}
          </div>
          {faultOf("startsAt")}
        </div>
      )}
      <div className={fault?.of === "endsAt" ? "gh-field gh-field-faulty" : "gh-field"}>
        <label className="gh-field-label" htmlFor={`${id}-length`}>
          {say("length")}
        </label>
        <div className="gh-period">
          <HTMLSelect
            id={`${id}-length`}
            value={value.length}
            onChange={(event) => change({ length: lengths.find((one) => one === event.currentTarget.value) ?? "4" })}
          >
            {lengths.map((length) => (
              <option key={length} value={length}>
                {lengthText(length)}
              </option>
            ))}
          </HTMLSelect>
          {value.length === "at" && instant("endsAt")}
        </div>
        {faultOf("endsAt")}
        <div className="gh-field-help">{say("help")}</div>
      </div>
    </>
  );
}
