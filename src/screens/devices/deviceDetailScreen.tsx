import { skipToken } from "@reduxjs/toolkit/query/react";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useIntl } from "react-intl";
import type { DeviceWhole } from "#contract/resources/device.ts";
import type { ShownPanel } from "#contract/resources/deviceTemplateUi.ts";
import { useDeviceValues } from "#src/app/realtime/useDeviceValues.ts";
import { useToasts } from "#src/kit/feedback/feedback.ts";
import { lazyPart } from "#src/kit/part/lazyPart.tsx";
import { KeyTabs } from "#src/kit/screen/keyTabs.tsx";
import { NoPermission } from "#src/kit/screen/pageStates.tsx";
import { useFailure } from "#src/kit/screen/useFailure.ts";
import { useViewLocation } from "#src/kit/view/viewLocation.ts";
import { useViewSubject } from "#src/kit/view/viewName.ts";
import { serverNow } from "#store/serverClock.ts";
import "#src/kit/screen/screen.css";
import { useAllowed, useOpens } from "#src/kit/screen/useAllowed.ts";
import { useNow } from "#src/kit/value/useNow.ts";
import { panelAddress, panelView } from "#src/screens/panels/panelAddress.ts";
import { alarmLogCalls } from "#store/handles/alarmLog.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { deviceDataLogCalls } from "#store/handles/deviceDataLog.ts";
import { deviceEventCalls } from "#store/handles/deviceEvent.ts";
import { deviceSlaveCalls } from "#store/handles/deviceSlave.ts";
import { deviceTemplateUiCalls } from "#store/handles/deviceTemplateUi.ts";
import { deviceVideoCalls } from "#store/handles/deviceVideo.ts";
import { AppCommands } from "./appCommands.tsx";
import { type ChosenPoint, chosenLooks, firstPoints, toggleChosen } from "./chosenPoints.ts";
import { CommandDialog, type CommandTarget } from "./commandDialog.tsx";
import { DayChart } from "./dayChart.tsx";
import { DeviceAbout } from "./deviceAbout.tsx";
import { slaveAddress, slaveView } from "./deviceAddress.ts";
import { DeviceAlarms } from "./deviceAlarms.tsx";
import { DeviceEvents } from "./deviceEvents.tsx";
import { DeviceHead } from "./deviceHead.tsx";
import { FailedDevice, UnnamedDevice } from "./deviceMissing.tsx";
import "./devices.css";
import { SlavePoints } from "./slavePoints.tsx";

const tickMs = 5000;

const PanelView = lazyPart(async () => (await import("#src/screens/panels/panelView.tsx")).PanelView, { place: "nook" });

const DevicePlace = lazyPart(async () => (await import("./devicePlace.tsx")).DevicePlace, { place: "nook" });

const DeviceVideos = lazyPart(async () => (await import("#src/screens/videos/deviceVideos.tsx")).DeviceVideos, { place: "nook" });

/** The tab with everything that is not a panel. */
const overview = "overview";
const noPanels: readonly ShownPanel[] = [];

/** The panels of the device, as far as this view may show them; none while they are not known. */
const useDevicePanels = ({ id, deviceTemplateId }: DeviceWhole): readonly ShownPanel[] => {
  const { get_device } = deviceTemplateUiCalls;
  const allowed = useAllowed();
  const asked = deviceTemplateId !== null && allowed(get_device.call);
  return get_device.useQuery(asked ? { deviceId: id } : skipToken).currentData?.panels ?? noPanels;
};

interface DetailProps {
  device: DeviceWhole;
  readAt: number;
  active: boolean;
  refetch(): PromiseLike<unknown>;
}

function Detail({ device, readAt, active, refetch }: DetailProps) {
  const intl = useIntl();
  const toasts = useToasts();
  const allowed = useAllowed();
  const opens = useOpens();
  const now = useNow(tickMs);
  const [asOf, setAsOf] = useState(serverNow);
  const [slaveId, setSlaveId] = useState(device.slaves[0]?.id);
  const [picked, setPicked] = useState<Readonly<Record<string, readonly ChosenPoint[]>>>({});
  const [command, setCommand] = useState<CommandTarget>();
  // Runs again whenever the view is shown again: what came in the meantime is asked for.
  useEffect(() => setAsOf(serverNow()), []);
  const missed = useCallback(async () => {
    setAsOf(serverNow());
    await refetch();
  }, [refetch]);
  const live = useDeviceValues(device.id, active, missed);
  const slave = device.slaves.find((one) => one.id === slaveId) ?? device.slaves[0];
  const own = slave && picked[slave.id];
  const chosen = useMemo(() => own ?? firstPoints(slave ? [slave] : []), [own, slave]);
  const looks = useMemo(() => chosenLooks(device.slaves, chosen), [device.slaves, chosen]);
  const panels = useDevicePanels(device);
  const [shownId, setShownId] = useState(overview);
  const shownPanel = panels.find(({ id }) => id === shownId);
  const online = device.presence === "online";
  const drawable = allowed(deviceDataLogCalls.query_mutil.call);
  const spoke = Math.max(
    device.communicationTime === null ? 0 : Date.parse(device.communicationTime),
    ...[...live.values()].map(({ ts }) => Math.min(ts, now)),
  );

  const choose = (point: ChosenPoint) => {
    const next = toggleChosen(chosen, point);
    if (next && slave) setPicked({ ...picked, [slave.id]: next });
    if (!next) toasts.warning(intl.formatMessage({ id: "rule.history.points" }));
  };

  const panel = (
    <>
      {slave && (
        <>
          <p className="gh-device-recipe">
            {intl.formatMessage({ id: "device.recipe" }, { name: slave.recipeName })}
            {opens(deviceSlaveCalls.get_device_slave.call, slaveView) && (
              <a href={`#${slaveAddress(slave.id)}`}>{intl.formatMessage({ id: "device.slave.open" })}</a>
            )}
          </p>
          {slave.commands && slave.commands.length > 0 && allowed(deviceCalls.cmd.call) && <AppCommands device={device} slave={slave} />}
          <SlavePoints
            slave={slave}
            live={live}
            readAt={readAt}
            online={online}
            now={now}
            chosen={chosen}
            looks={looks}
            onChoose={drawable ? choose : undefined}
            onCommand={allowed(deviceCalls.cmd.call) ? (point) => setCommand({ device, slave, point }) : undefined}
          />
        </>
      )}
    </>
  );
  const body = (
    <div className="gh-device-body">
      <section className="gh-panel gh-device-values" aria-label={intl.formatMessage({ id: "device.panel.values" })}>
        {device.slaves.length > 1 ? (
          <KeyTabs
            id={`slaves-${device.id}`}
            selectedTabId={slave?.id ?? ""}
            onChange={(id) => setSlaveId(String(id))}
            tabs={device.slaves.map((one) => ({ id: one.id, title: `${one.name} (${one.no})`, panel }))}
          />
        ) : (
          <>
            <h2>{slave ? `${slave.name} (${slave.no})` : ""}</h2>
            {panel}
          </>
        )}
      </section>
      {drawable && (
        <section className="gh-panel" aria-label={intl.formatMessage({ id: "device.panel.chart" })}>
          <h2>{intl.formatMessage({ id: "device.panel.chart" })}</h2>
          <DayChart
            deviceId={device.id}
            name={device.name}
            {...{ chosen, looks, live, asOf, now }}
            heldTo={online || spoke === 0 ? undefined : spoke}
          />
        </section>
      )}
      <div className="gh-device-lists">
        {allowed(alarmLogCalls.query.call) && <DeviceAlarms deviceId={device.id} />}
        {allowed(deviceEventCalls.query.call) && <DeviceEvents deviceId={device.id} />}
        {allowed(deviceVideoCalls.query.call) && <DeviceVideos deviceId={device.id} active={active} />}
        <DevicePlace device={device} />
        <DeviceAbout device={device} now={now} />
      </div>
    </div>
  );
  const panelBody = shownPanel && (
    <div className="gh-device-ui">
      {opens(deviceTemplateUiCalls.get_device.call, panelView) && (
        <a href={`#${panelAddress(device.id, shownPanel.id)}`} target="_blank" rel="noreferrer">
          {intl.formatMessage({ id: "panel.alone" })}
        </a>
      )}
      <PanelView
        key={shownPanel.id}
        name={shownPanel.name}
        elements={shownPanel.elements}
        shown={{
          ...{ device, live, readAt, now, asOf, buttons: shownPanel.commands },
          ...{ draws: drawable, commands: allowed(deviceCalls.cmd.call) },
        }}
      />
    </div>
  );
  return (
    <div className="gh-device">
      <DeviceHead device={device} now={now} communicatedAt={spoke > 0 ? spoke : undefined} charted={chosen} />
      {panels.length === 0 ? (
        body
      ) : (
        <KeyTabs
          id={`views-${device.id}`}
          selectedTabId={shownPanel?.id ?? overview}
          onChange={(id) => setShownId(String(id))}
          tabs={[
            { id: overview, title: intl.formatMessage({ id: "device.overview" }), panel: body },
            ...panels.map(({ id, name }) => ({ id, title: name, ...(panelBody ? { panel: panelBody } : {}) })),
          ]}
        />
      )}
      {command && <CommandDialog {...command} onClose={() => setCommand(undefined)} />}
    </div>
  );
}

/** One device: its state, its live values, today's curves, its alarms and events. */
export function DeviceDetailScreen() {
  const intl = useIntl();
  const { search, active } = useViewLocation();
  const allowed = useAllowed();
  const id = search.get("id") ?? "";
  const readable = allowed(deviceCalls.get.call);
  const {
    currentData,
    error,
    isFetching,
    refetch,
    startedTimeStamp = 0,
  } = deviceCalls.get.useQuery(id === "" || !readable ? skipToken : { id }, {
    refetchOnMountOrArgChange: true,
  });
  useViewSubject(currentData?.name);
  const failure = useFailure({ currentData, error, isFetching, refetch });
  if (!readable) return <NoPermission />;
  if (id === "") return <UnnamedDevice />;
  if (failure !== undefined) return <FailedDevice error={failure} onRetry={() => void refetch()} />;
  if (!currentData) return <div className="gh-device-waiting" role="status" aria-label={intl.formatMessage({ id: "device.loading" })} />;
  return <Detail key={id} device={currentData} readAt={startedTimeStamp} active={active} refetch={refetch} />;
}
