import { Button, Callout, HTMLSelect, Switch } from "@blueprintjs/core";
import { useState } from "react";
import { useIntl } from "react-intl";
import type { ResponseOf } from "#contract/kit/call.ts";
import { type alarmSwitch, alarmTones } from "#contract/resources/alarm.ts";
import { alarmTone, playTone } from "#src/kit/feedback/alarmTone.ts";
import { askDesktop, type DesktopState, desktopState } from "#src/kit/feedback/desktop.ts";
import { useToasts } from "#src/kit/feedback/feedback.ts";
import { asRefusal } from "#src/kit/feedback/refusalText.ts";
import { FailedRead } from "#src/kit/screen/pageStates.tsx";
import "#src/kit/screen/screen.css";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { LevelMark } from "#src/kit/value/levelMark.tsx";
import { alarmSwitchCalls } from "#store/handles/alarmSwitch.ts";
import "./alarms.css";
import { lazyPart } from "#src/kit/part/lazyPart.tsx";

/** The table comes for who may read it alone. */
const WhoIsNotified = lazyPart(async () => (await import("./whoIsNotified.tsx")).WhoIsNotified, { place: "nook" });

type AlarmSwitch = ResponseOf<typeof alarmSwitch.calls.my>[number];

interface SwitchRowProps {
  kept: AlarmSwitch;
  /** Has the browser allow desktop notifications; resolves with whether it does. */
  onDesktop(): Promise<boolean>;
}

/** One level's switches; a change is saved at once, and shown before the server has answered. */
function SwitchRow({ kept, onDesktop }: SwitchRowProps) {
  const intl = useIntl();
  const toasts = useToasts();
  const [save, { isLoading, originalArgs }] = alarmSwitchCalls.open_or_close.useMutation();
  const shown = isLoading && originalArgs ? originalArgs : kept;
  const level = intl.formatMessage({ id: `alarmLevel.${kept.level}` });
  // Not disabled meanwhile: they would lose the focus.
  const change = async (part: Partial<AlarmSwitch>) => {
    if (isLoading) return;
    const { error } = await save({ ...kept, ...part });
    if (error !== undefined) toasts.refused(asRefusal(error));
  };
  const tone = shown.tone ?? kept.tone;
  const play = () => playTone(tone).catch(() => toasts.warning(intl.formatMessage({ id: "alarmSound.blocked" })));
  const changeDesktop = async (desktop: boolean) => {
    if (!desktop || (await onDesktop())) await change({ desktop });
  };
  const label = (kind: "notice" | "sound" | "desktop" | "tone" | "play") =>
    intl.formatMessage({ id: `alarmSound.switch.${kind}` }, { level });
  return (
    <tr>
      <th scope="row">
        <LevelMark level={kept.level} />
      </th>
      <td>
        <Switch
          checked={shown.notice}
          aria-busy={isLoading}
          aria-label={label("notice")}
          onChange={(event) => void change({ notice: event.currentTarget.checked })}
        />
      </td>
      <td>
        <Switch
          checked={shown.sound}
          aria-busy={isLoading}
          disabled={!shown.notice}
          aria-label={label("sound")}
          onChange={(event) => void change({ sound: event.currentTarget.checked })}
        />
      </td>
      <td className="gh-sound-tone">
        <HTMLSelect
          value={tone}
          aria-busy={isLoading}
          disabled={!shown.notice || !shown.sound}
          aria-label={label("tone")}
          options={alarmTones.map((value) => ({ value, label: intl.formatMessage({ id: `alarmSound.option.tone.${value}` }) }))}
          onChange={(event) => void change({ tone: alarmTone(event.currentTarget.value) })}
        />
        <Button variant="minimal" icon="volume-up" aria-label={label("play")} title={label("play")} onClick={play} />
      </td>
      <td>
        <Switch
          checked={shown.desktop ?? kept.desktop}
          aria-busy={isLoading}
          disabled={!shown.notice}
          aria-label={label("desktop")}
          onChange={(event) => void changeDesktop(event.currentTarget.checked)}
        />
      </td>
    </tr>
  );
}

interface DesktopTroubleProps {
  state: DesktopState;
  /** Whether any level is to be told of by the desktop. */
  wanted: boolean;
  onAsk(): void;
}

/** Why this browser shows none of the desktop notifications that were chosen, and what can be done about it. */
function DesktopTrouble({ state, wanted, onAsk }: DesktopTroubleProps) {
  const intl = useIntl();
  if (!wanted || state === "granted") return null;
  return (
    <Callout compact intent="warning" role="alert" className="gh-sound-desktop">
      {intl.formatMessage({ id: `alarmSound.desktop.${state}` })}
      {state === "default" && <Button size="small" text={intl.formatMessage({ id: "alarmSound.desktop.ask" })} onClick={onAsk} />}
    </Callout>
  );
}

/** Which alarms bring the user a notice, and which of them are heard. */
export function SoundScreen() {
  const intl = useIntl();
  const allowed = useAllowed();
  const { data, error, isFetching, refetch } = alarmSwitchCalls.my.useQuery({}, { refetchOnMountOrArgChange: true });
  const say = (id: string) => intl.formatMessage({ id: `alarmSound.${id}` });
  const [desktop, setDesktop] = useState(desktopState);
  const [asked, setAsked] = useState(false);
  const ask = async () => {
    const state = await askDesktop();
    setDesktop(state);
    setAsked(true);
    return state;
  };
  const rows = data?.toSorted((one, other) => other.level - one.level);
  return (
    <section className="gh-page" aria-label={say("title")}>
      <header className="gh-page-head">
        <h1 className="gh-page-title">{say("title")}</h1>
      </header>
      <div className="gh-sound">
        <p className="gh-sound-help">
          {say("help")}
          <br />
          {say("desktop.help")}
        </p>
        {rows && (
          <table className="gh-sound-table">
            <thead>
              <tr>
                <th scope="col">{say("level")}</th>
                <th scope="col">{say("notice")}</th>
                <th scope="col">{say("sound")}</th>
                <th scope="col">{say("tone")}</th>
                <th scope="col">{say("desktop")}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <SwitchRow key={row.level} kept={row} onDesktop={async () => (await ask()) === "granted"} />
              ))}
            </tbody>
          </table>
        )}
        {rows && <DesktopTrouble state={desktop} wanted={asked || rows.some((row) => row.desktop)} onAsk={() => void ask()} />}
        {!rows && error !== undefined && !isFetching && <FailedRead error={error} onRetry={() => void refetch()} />}
        {allowed(alarmSwitchCalls.query.call) && <WhoIsNotified />}
      </div>
    </section>
  );
}
