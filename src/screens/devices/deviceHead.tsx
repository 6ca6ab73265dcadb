import { AnchorButton, Button } from "@blueprintjs/core";
import { useState } from "react";
import { useIntl } from "react-intl";
import type { DeviceWhole } from "#contract/resources/device.ts";
import { lazyPart } from "#src/kit/part/lazyPart.tsx";
import { useAllowed, useOpens } from "#src/kit/screen/useAllowed.ts";
import { useSend, useSendConfirmed } from "#src/kit/screen/useTools.ts";
import { ageIn, isAhead } from "#src/kit/value/ageUnits.ts";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { PresenceMark } from "#src/kit/value/presenceMark.tsx";
import { ownName } from "#src/kit/value/readersLanguage.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { useViewNavigate } from "#src/kit/view/viewLocation.ts";
import { useSession } from "#src/session/sessionView.ts";
import { alarmLogCalls } from "#store/handles/alarmLog.ts";
import { alarmMaskCalls } from "#store/handles/alarmMask.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { deviceDataLogCalls } from "#store/handles/deviceDataLog.ts";
import { deviceEventCalls } from "#store/handles/deviceEvent.ts";
import { deviceMessageCalls } from "#store/handles/deviceMessage.ts";
import { deviceStateLogCalls } from "#store/handles/deviceStateLog.ts";
import { deviceUserBindCalls } from "#store/handles/deviceUserBind.ts";
import type { ChosenPoint } from "./chosenPoints.ts";
import { communicationAddress, communicationView, connectAddress, connectView } from "./deviceAddress.ts";
import { Fact } from "./deviceFact.tsx";
import { follow, unfollow } from "./following.ts";
import { writeAsk } from "./historyAsk.ts";
import { reset, resetQuestion } from "./resetting.ts";

const MaskDrawer = lazyPart(async () => (await import("#src/screens/alarms/maskDrawer.tsx")).MaskDrawer, { place: "over" });

const DeviceMasks = lazyPart(async () => (await import("#src/screens/alarms/deviceMasks.tsx")).DeviceMasks, { place: "nook" });

const ReplaceDrawer = lazyPart(async () => (await import("./replaceDrawer.tsx")).ReplaceDrawer, { place: "over" });

interface DeviceHeadProps {
  device: DeviceWhole;
  now: number;
  communicatedAt: number | undefined;
  /** The history opens with these points. */
  charted: readonly ChosenPoint[];
}

/** What a person asks first of a device: is it there, whose is it, when did it speak, is anything wrong. */
export function DeviceHead({ device, now, communicatedAt, charted }: DeviceHeadProps) {
  const intl = useIntl();
  const { me } = useSession();
  const allowed = useAllowed();
  const opens = useOpens();
  const navigate = useViewNavigate();
  const send = useSend();
  const sendConfirmed = useSendConfirmed();
  const [replacing, setReplacing] = useState(false);
  const [muting, setMuting] = useState(false);
  const following = device.followed ? unfollow : follow;
  const id = encodeURIComponent(device.id);
  const since = now - (communicatedAt ?? now);
  const { count, unit } = ageIn(since);
  const ago = isAhead(since)
    ? intl.formatMessage({ id: "value.ahead" })
    : intl.formatMessage({ id: "value.ago" }, { age: intl.formatMessage({ id: `value.age.${unit}` }, { count }) });
  return (
    <header className="gh-device-head">
      <div className="gh-device-name">
        <h1>
          <ForeignText text={device.name} />
        </h1>
        <PresenceMark presence={device.presence} />
        {device.openAlarms > 0 && opens(alarmLogCalls.query.call, "/alarms/history") && (
          <AnchorButton
            size="small"
            intent="danger"
            variant="outlined"
            icon="warning-sign"
            href={`#/alarms/history?open=true&deviceId=${id}`}
            text={intl.formatMessage({ id: "device.openAlarms" }, { count: device.openAlarms })}
          />
        )}
        <div className="gh-device-actions">
          {allowed(deviceDataLogCalls.query_mutil.call, "/devices/history") && (
            <AnchorButton
              icon="timeline-line-chart"
              href={`#/devices/history?${writeAsk({ deviceId: device.id, points: charted, aggregation: "raw", period: { preset: "day" } })}`}
              text={intl.formatMessage({ id: "device.action.history" })}
            />
          )}
          {[deviceStateLogCalls.query.call, deviceEventCalls.query.call].some((call) => opens(call, "/devices/logs")) && (
            <AnchorButton icon="history" href={`#/devices/logs?deviceId=${id}`} text={intl.formatMessage({ id: "device.action.logs" })} />
          )}
          {opens(deviceMessageCalls.query.call, communicationView) && (
            <AnchorButton
              icon="cell-tower"
              href={`#${communicationAddress(device.id)}`}
              text={intl.formatMessage({ id: "device.action.messages" })}
            />
          )}
          {opens(deviceCalls.connection.call, connectView) && (
            <AnchorButton icon="link" href={`#${connectAddress(device.id)}`} text={intl.formatMessage({ id: "device.action.connect" })} />
          )}
          {opens(deviceUserBindCalls.queryUser.call, "/devices/bindlist") && (
            <AnchorButton
              icon="id-number"
              href={`#/devices/bindlist?deviceId=${id}`}
              text={intl.formatMessage({ id: "device.action.users" })}
            />
          )}
          {allowed(following.call) && (
            <Button
              icon={device.followed ? "star" : "star-empty"}
              text={intl.formatMessage({ id: `devices.action.${device.followed ? "unfollow" : "follow"}` })}
              onClick={() => void send(following, [device], device.followed ? "devices.unfollowed" : "devices.followed")}
            />
          )}
          {allowed(deviceCalls.update_device_sn.call, "/devices/edit") && (
            <Button icon="exchange" text={intl.formatMessage({ id: "device.replace.action" })} onClick={() => setReplacing(true)} />
          )}
          {allowed(alarmMaskCalls.put.call) && (
            <Button icon="volume-off" text={intl.formatMessage({ id: "alarmMasks.action.mute" })} onClick={() => setMuting(true)} />
          )}
          {device.tuyaId !== "" && allowed(deviceCalls.reset_device.call) && (
            <Button
              icon="reset"
              text={intl.formatMessage({ id: "device.reset.action" })}
              onClick={() => void sendConfirmed(resetQuestion(intl, device), reset, device, "device.reset.done")}
            />
          )}
          {allowed(deviceCalls.put.call, "/devices/edit") && (
            <Button
              icon="edit"
              text={intl.formatMessage({ id: "devices.action.edit" })}
              onClick={() => navigate(`/devices/edit?id=${id}`)}
            />
          )}
        </div>
      </div>
      {allowed(alarmMaskCalls.query.call) && <DeviceMasks deviceId={device.id} />}
      {muting && <MaskDrawer subject={{ deviceId: device.id, name: device.name }} onClose={() => setMuting(false)} />}
      {replacing && <ReplaceDrawer device={device} onClose={() => setReplacing(false)} />}
      <dl className="gh-facts">
        <Fact name="sn">
          <span className="gh-mono">
            <ForeignText text={device.sn} />
          </span>
        </Fact>
        <Fact name="company">{device.companyName}</Fact>
        <Fact name="type">{ownName(intl, device.typeName, device.typeNameEn)}</Fact>
        <Fact name="model">{device.modelName}</Fact>
        <Fact name="deviceTemplate">{device.deviceTemplateName}</Fact>
        <Fact name="communication" long>
          {communicatedAt === undefined ? "" : `${formatInstant(me.zone, communicatedAt)} (${ago})`}
        </Fact>
        <Fact name="software">{device.softwareVersion}</Fact>
        <Fact name="hardware">{device.hardwareVersion}</Fact>
        <Fact name="signal">{device.signal === null ? "" : `${device.signal} dBm`}</Fact>
        <Fact name="iccid">{device.iccid}</Fact>
        <Fact name="address" long>
          {device.address}
        </Fact>
      </dl>
    </header>
  );
}
