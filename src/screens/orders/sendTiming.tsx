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
import { atOnce, type TimingChoice, timingChoice, timingFault } from "./timing.ts";
import "#src/kit/form/form.css";
import "#src/screens/devices/history.css";

const hour = 3600;
/** Seconds that a command may be kept for a device that is away; 0: it is not. */
const keeps = [0, hour, 24 * hour, 7 * 24 * hour, 30 * 24 * hour] as const;

interface SendTimingProps {
  value: TimingChoice;
  /** What is wrong with the time is shown; until something was to be sent it is not. */
  judged: boolean;
  onChange(value: TimingChoice): void;
}

/** When a command is sent, and what becomes of it where the device is away. */
export function SendTiming({ value, judged, onChange }: SendTimingProps) {
  const intl = useIntl();
  const id = useId();
  const { me } = useSession();
  const say = (name: string, values?: Record<string, string | number>) => intl.formatMessage({ id: `command.timing.${name}` }, values);
  const fault = judged ? timingFault(value, serverNow()) : undefined;
  const keepText = (keep: number): string => {
    if (keep === 0) return say("refuse");
    return keep < 24 * hour ? say("hours", { count: keep / hour }) : say("days", { count: keep / (24 * hour) });
  };
  return (
    <div className="gh-send-timing">
      <div className={fault ? "gh-field gh-field-faulty" : "gh-field"}>
        <label className="gh-field-label" htmlFor={`${id}-when`}>
          {say("when")}
        </label>
        <div className="gh-period">
          <HTMLSelect
            id={`${id}-when`}
            value={value.timed ? "at" : "now"}
            onChange={(event) => onChange({ ...value, timed: event.currentTarget.value === "at" })}
          >
            <option value="now">{say("now")}</option>
            <option value="at">{say("at")}</option>
          </HTMLSelect>
          {value.timed && (
            <InstantField
              label={say("time", { zone: me.zone })}
              zone={me.zone}
              value={value.at}
              after={serverNow}
              faulty={fault !== undefined}
              describedBy={`${id}-fault`}
              onChange={(at) => onChange({ ...value, at })}
              onMalformed={() => undefined}
            />
          )}
        </div>
        {fault && (
          <div id={`${id}-fault`} className="gh-field-error" role="alert">
            {sayOf(languageOf(intl), fault, { days: limits.command.aheadDays })}
          </div>
        )}
      </div>
      <div className="gh-field">
        <label className="gh-field-label" htmlFor={`${id}-keep`}>
          {say("away")}
        </label>
        <HTMLSelect
          id={`${id}-keep`}
          value={String(value.keep)}
          onChange={(event) => onChange({ ...value, keep: Number(event.currentTarget.value) })}
        >
          {keeps.map((keep) => (
            <option key={keep} value={keep}>
              {keepText(keep)}
            </option>
          ))}
        </HTMLSelect>
        {(value.timed || value.keep > 0) && <div className="gh-field-help">{say("help")}</div>}
      </div>
    </div>
  );
}

/** The same as a field of a form. */
export function TimingField({ name }: { name: string }) {
  const { field, fieldState } = useController({ name });
  const value = timingChoice.catch(atOnce).parse(field.value);
  return <SendTiming value={value} judged={fieldState.invalid} onChange={field.onChange} />;
}
