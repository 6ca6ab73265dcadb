import { AnchorButton, Button } from "@blueprintjs/core";
import { skipToken } from "@reduxjs/toolkit/query/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import type { AlarmRow } from "#contract/resources/alarm.ts";
import { SideDrawer } from "#src/kit/form/sideDrawer.tsx";
import { useHotkeys } from "#src/kit/keys/hotkeys.ts";
import { FailedRead } from "#src/kit/screen/pageStates.tsx";
import { isGranted, useAllowed, useOpens } from "#src/kit/screen/useAllowed.ts";
import type { Steps } from "#src/kit/screen/useRowSteps.ts";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { LevelMark } from "#src/kit/value/levelMark.tsx";
import { pointName } from "#src/kit/value/pointText.ts";
import { languageOf, ownName } from "#src/kit/value/readersLanguage.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { ViewLink } from "#src/kit/view/viewLink.tsx";
import { useViewNavigate, viewOf } from "#src/kit/view/viewLocation.ts";
import { deviceAddress } from "#src/screens/devices/deviceAddress.ts";
import { useSession } from "#src/session/sessionView.ts";
import { alarmLogCalls } from "#store/handles/alarmLog.ts";
import { alarmTriggerCalls } from "#store/handles/alarmTrigger.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { deviceDataLogCalls } from "#store/handles/deviceDataLog.ts";
import { serverNow } from "#store/serverClock.ts";
import { historyAddress } from "./alarmAddress.ts";
import { AlarmComments } from "./alarmComments.tsx";
import { AlarmCurve } from "./alarmCurve.tsx";
import { AlarmNotices } from "./alarmNotices.tsx";
import { AlarmStateMark } from "./alarmStateMark.tsx";
import { slaveText, valueText } from "./alarmText.ts";
import { silenceText } from "./maskText.ts";
import "./alarms.css";
import "./alarmPrint.css";

const dash = "–";

function Entry({ name, children }: { name: string; children: ReactNode }) {
  const intl = useIntl();
  return (
    <>
      <dt>{intl.formatMessage({ id: `alarms.column.${name}` })}</dt>
      <dd>{typeof children === "string" ? <ForeignText text={children} /> : children}</dd>
    </>
  );
}

interface AlarmDetailProps {
  alarm: AlarmRow;
  draft: string;
  onDraft(text: string): void;
}

const hasPoint = (alarm: AlarmRow): alarm is AlarmRow & { pointId: string } => alarm.pointId !== null;

/** Everything that is known of one alarm. */
function AlarmDetail({ alarm, draft, onDraft }: AlarmDetailProps) {
  const intl = useIntl();
  const navigate = useViewNavigate();
  const { me } = useSession();
  const ruleReadable = alarm.ruleId !== null && isGranted(me.paths, alarmTriggerCalls.get.call);
  const { currentData: rule } = alarmTriggerCalls.get.useQuery(ruleReadable ? { id: alarm.ruleId ?? "" } : skipToken);
  const opens = useOpens();
  const deviceOpens = opens(deviceCalls.get.call, viewOf(deviceAddress(alarm.deviceId)));
  const history = historyAddress(alarm, serverNow());
  const historyOpens = hasPoint(alarm) && opens(deviceDataLogCalls.query_mutil.call, viewOf(history));
  useHotkeys(
    historyOpens ? [{ combo: "h", label: "alarms.toHistory", group: "alarms.detail", inDialogs: true, run: () => navigate(history) }] : [],
  );
  const language = languageOf(intl);
  const at = (instant: string | null) => formatInstant(me.zone, instant);
  const point = pointName({ name: alarm.pointName, nameEn: alarm.pointNameEn }, language);
  return (
    <>
      <p className="gh-alarm-content">
        <ForeignText text={alarm.triggerText} />
      </p>
      <dl className="gh-alarm-entries">
        <Entry name="level">
          <LevelMark level={alarm.level} />
        </Entry>
        <Entry name="state">
          <AlarmStateMark state={alarm.state} />
        </Entry>
        <Entry name="deviceName">
          <ViewLink call={deviceCalls.get.call} to={deviceAddress(alarm.deviceId)}>
            <ForeignText text={alarm.deviceName} />
          </ViewLink>{" "}
          <span className="gh-mono gh-alarm-side">
            <ForeignText text={alarm.deviceSn} />
          </span>
        </Entry>
        <Entry name="slave">{slaveText(alarm) || dash}</Entry>
        <Entry name="typeName">{ownName(intl, alarm.typeName, alarm.typeNameEn) || dash}</Entry>
        <Entry name="ruleName">{alarm.ruleName || dash}</Entry>
        <Entry name="pointName">{point || dash}</Entry>
        <Entry name="value">{valueText(alarm)}</Entry>
        <Entry name="raisedAt">{at(alarm.raisedAt)}</Entry>
        <Entry name="releasedAt">{alarm.releasedAt === null ? intl.formatMessage({ id: "alarms.open" }) : at(alarm.releasedAt)}</Entry>
        {alarm.repeats > 0 && (
          <Entry name="repeats">{intl.formatMessage({ id: "alarms.repeated" }, { count: alarm.repeats, at: at(alarm.repeatedAt) })}</Entry>
        )}
        {(alarm.reminders > 0 || alarm.remindsAt !== null) && (
          <Entry name="reminders">
            {[
              ...(alarm.reminders > 0
                ? [intl.formatMessage({ id: "alarms.reminded" }, { count: alarm.reminders, at: at(alarm.remindedAt) })]
                : []),
              ...(alarm.remindsAt === null ? [] : [intl.formatMessage({ id: "alarms.reminds" }, { at: at(alarm.remindsAt) })]),
            ].join(" · ")}
          </Entry>
        )}
        {alarm.silent && <Entry name="silent">{silenceText(intl, me.zone, alarm.maskedBy)}</Entry>}
        <Entry name="processedAt">{at(alarm.processedAt)}</Entry>
        <Entry name="processor">{alarm.processor || dash}</Entry>
        <Entry name="remark">{alarm.remark || dash}</Entry>
      </dl>
      {hasPoint(alarm) && isGranted(me.paths, deviceDataLogCalls.query_mutil.call) && (
        <AlarmCurve key={alarm.id} alarm={alarm} rule={rule?.pointId === alarm.pointId ? rule : undefined} />
      )}
      <AlarmNotices id={alarm.id} />
      <AlarmComments key={alarm.id} id={alarm.id} draft={draft} onDraft={onDraft} />
      <div className="gh-alarm-links">
        {deviceOpens && (
          <AnchorButton icon="cube" text={intl.formatMessage({ id: "alarms.toDevice" })} href={`#${deviceAddress(alarm.deviceId)}`} />
        )}
        {historyOpens && (
          <AnchorButton
            icon="timeline-line-chart"
            text={intl.formatMessage({ id: "alarms.toHistory" })}
            title={`${intl.formatMessage({ id: "alarms.toHistory" })} (H)`}
            href={`#${history}`}
          />
        )}
        <Button icon="print" text={intl.formatMessage({ id: "alarms.print" })} onClick={() => window.print()} />
      </div>
    </>
  );
}

interface AlarmDrawerProps {
  /** Undefined: closed. */
  id: string | undefined;
  steps: Steps;
  onProcess(alarm: AlarmRow): void;
  onClose(): void;
}

/** One alarm record in a drawer. */
export function AlarmDrawer({ id, steps, onProcess, onClose }: AlarmDrawerProps) {
  const intl = useIntl();
  const allowed = useAllowed();
  const { currentData, error, isFetching, refetch } = alarmLogCalls.get.useQuery(id === undefined ? skipToken : { id }, {
    refetchOnMountOrArgChange: true,
  });
  /** What was typed of each record and is not sent yet. */
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({});
  const content = useRef<HTMLDivElement>(null);
  const processable = currentData?.state === 0 && allowed(alarmLogCalls.recover.call);
  useEffect(() => {
    // The button goes with the focus, and Esc would not reach the drawer.
    if (!processable && document.activeElement === document.body) content.current?.closest<HTMLElement>("[role=dialog]")?.focus();
  }, [processable]);
  const process = processable ? () => onProcess(currentData) : undefined;
  useHotkeys(process ? [{ combo: "a", label: "alarmBoard.key.handle", group: "alarms.detail", inDialogs: true, run: process }] : []);
  return (
    <SideDrawer title={intl.formatMessage({ id: "alarms.detail" })} isOpen={id !== undefined} size={720} steps={steps} onClose={onClose}>
      <div ref={content} className="gh-form-fields gh-printed">
        {currentData && (
          <AlarmDetail
            alarm={currentData}
            draft={drafts[currentData.id] ?? ""}
            onDraft={(text) => setDrafts((before) => ({ ...before, [currentData.id]: text }))}
          />
        )}
        {!currentData && error !== undefined && !isFetching && <FailedRead error={error} onRetry={() => void refetch()} />}
      </div>
      {process && (
        <div className="gh-form-buttons">
          <Button
            intent="primary"
            icon="tick"
            text={intl.formatMessage({ id: "alarms.action.process" })}
            title={`${intl.formatMessage({ id: "alarms.action.process" })} (A)`}
            onClick={process}
          />
        </div>
      )}
    </SideDrawer>
  );
}
