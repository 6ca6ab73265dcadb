import { AnchorButton } from "@blueprintjs/core";
import { skipToken } from "@reduxjs/toolkit/query/react";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useIntl } from "react-intl";
import { codes } from "#contract/codes.ts";
import type { ResponseOf } from "#contract/kit/call.ts";
import type { deviceSlave } from "#contract/resources/device.ts";
import { useDeviceValues } from "#src/app/realtime/useDeviceValues.ts";
import { useToasts } from "#src/kit/feedback/feedback.ts";
import { asRefusal } from "#src/kit/feedback/refusalText.ts";
import { FailedRead, NoPermission, PageState } from "#src/kit/screen/pageStates.tsx";
import "#src/kit/screen/screen.css";
import { useAllowed, useOpens } from "#src/kit/screen/useAllowed.ts";
import { useFailure } from "#src/kit/screen/useFailure.ts";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { PresenceMark } from "#src/kit/value/presenceMark.tsx";
import { useNow } from "#src/kit/value/useNow.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { useViewLocation } from "#src/kit/view/viewLocation.ts";
import { useViewSubject } from "#src/kit/view/viewName.ts";
import { pointsAddress, pointsView } from "#src/screens/template/templateAddress.ts";
import { useSession } from "#src/session/sessionView.ts";
import { alarmLogCalls } from "#store/handles/alarmLog.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { deviceDataLogCalls } from "#store/handles/deviceDataLog.ts";
import { deviceDataRecipeCalls } from "#store/handles/deviceDataRecipe.ts";
import { deviceSlaveCalls } from "#store/handles/deviceSlave.ts";
import { serverNow } from "#store/serverClock.ts";
import { type ChosenPoint, chosenLooks, firstPoints, toggleChosen } from "./chosenPoints.ts";
import { CommandDialog, type CommandTarget } from "./commandDialog.tsx";
import { DayChart } from "./dayChart.tsx";
import { deviceAddress, deviceView } from "./deviceAddress.ts";
import { Fact } from "./deviceFact.tsx";
import "./devices.css";
import { writeAsk } from "./historyAsk.ts";
import { SameRecipe } from "./sameRecipe.tsx";
import { SlavePoints } from "./slavePoints.tsx";

type Slave = ResponseOf<typeof deviceSlave.calls.get_device_slave>;

const tickMs = 5000;

interface DetailProps {
  slave: Slave;
  readAt: number;
  active: boolean;
  refetch(): PromiseLike<unknown>;
}

function SlaveHead({ slave, chosen }: { slave: Slave; chosen: readonly ChosenPoint[] }) {
  const intl = useIntl();
  const { me } = useSession();
  const allowed = useAllowed();
  const opens = useOpens();
  const { device } = slave;
  return (
    <header className="gh-device-head">
      <div className="gh-device-name">
        <h1>
          <ForeignText text={intl.formatMessage({ id: "device.slave.title" }, { name: slave.name, no: slave.no })} />
        </h1>
        <PresenceMark presence={device.presence} />
        <div className="gh-device-actions">
          {opens(deviceCalls.get.call, deviceView) && (
            <AnchorButton icon="cube" href={`#${deviceAddress(device.id)}`} text={intl.formatMessage({ id: "device.slave.device" })} />
          )}
          {allowed(deviceDataLogCalls.query_mutil.call, "/devices/history") && (
            <AnchorButton
              icon="timeline-line-chart"
              href={`#/devices/history?${writeAsk({ deviceId: device.id, points: chosen, aggregation: "raw", period: { preset: "day" } })}`}
              text={intl.formatMessage({ id: "device.action.history" })}
            />
          )}
          {opens(alarmLogCalls.query.call, "/alarms/history") && (
            <AnchorButton
              icon="warning-sign"
              href={`#/alarms/history?search=${encodeURIComponent(device.sn)}`}
              text={intl.formatMessage({ id: "device.slave.alarms" })}
            />
          )}
          {opens(deviceDataRecipeCalls.list_body.call, pointsView) && (
            <AnchorButton
              icon="th-list"
              href={`#${pointsAddress(slave.recipeId)}`}
              text={intl.formatMessage({ id: "device.slave.points" })}
            />
          )}
        </div>
      </div>
      <dl className="gh-facts">
        <Fact name="slaveNo">{String(slave.no)}</Fact>
        <Fact name="recipe">{slave.recipeName}</Fact>
        <Fact name="device">{device.name}</Fact>
        <Fact name="sn">
          <span className="gh-mono">
            <ForeignText text={device.sn} />
          </span>
        </Fact>
        <Fact name="company">{device.companyName}</Fact>
        <Fact name="versions" long>
          {intl.formatMessage(
            { id: "device.slave.versions" },
            { software: device.softwareVersion || "–", hardware: device.hardwareVersion || "–", parameter: device.parameterVersion || "–" },
          )}
        </Fact>
        <Fact name="communication" long>
          {device.communicationTime === null ? "" : formatInstant(me.zone, device.communicationTime)}
        </Fact>
      </dl>
    </header>
  );
}

function Detail({ slave, readAt, active, refetch }: DetailProps) {
  const intl = useIntl();
  const toasts = useToasts();
  const allowed = useAllowed();
  const now = useNow(tickMs);
  const [asOf, setAsOf] = useState(serverNow);
  const [picked, setPicked] = useState<readonly ChosenPoint[]>();
  const [command, setCommand] = useState<CommandTarget>();
  const { device } = slave;
  // Runs again whenever the view is shown again: what came in the meantime is asked for.
  useEffect(() => setAsOf(serverNow()), []);
  const missed = useCallback(async () => {
    setAsOf(serverNow());
    await refetch();
  }, [refetch]);
  const live = useDeviceValues(device.id, active, missed);
  const chosen = useMemo(() => picked ?? firstPoints([slave]), [picked, slave]);
  const looks = useMemo(() => chosenLooks([slave], chosen), [slave, chosen]);
  const online = device.presence === "online";
  const drawable = allowed(deviceDataLogCalls.query_mutil.call);
  const spoke = device.communicationTime === null ? 0 : Date.parse(device.communicationTime);
  const choose = (point: ChosenPoint) => {
    const next = toggleChosen(chosen, point);
    if (next) setPicked(next);
    else toasts.warning(intl.formatMessage({ id: "rule.history.points" }));
  };
  return (
    <div className="gh-device">
      <SlaveHead slave={slave} chosen={chosen} />
      <div className="gh-device-body">
        <section className="gh-panel gh-device-values" aria-label={intl.formatMessage({ id: "device.panel.values" })}>
          <h2>{intl.formatMessage({ id: "device.panel.values" })}</h2>
          <SlavePoints
            {...{ slave, live, readAt, online, now, chosen, looks }}
            onChoose={drawable ? choose : undefined}
            onCommand={allowed(deviceCalls.cmd.call) ? (point) => setCommand({ device, slave, point }) : undefined}
          />
        </section>
        {drawable && (
          <section className="gh-panel" aria-label={intl.formatMessage({ id: "device.panel.chart" })}>
            <h2>{intl.formatMessage({ id: "device.panel.chart" })}</h2>
            <DayChart
              deviceId={device.id}
              name={slave.name}
              {...{ chosen, looks, live, asOf, now }}
              heldTo={online || spoke === 0 ? undefined : spoke}
            />
          </section>
        )}
        {allowed(deviceCalls.list_recipe_slave_sn.call) && <SameRecipe slave={slave} />}
      </div>
      {command && <CommandDialog {...command} onClose={() => setCommand(undefined)} />}
    </div>
  );
}

/** One lower computer: a slave behind a gateway, with its template, versions and live values. */
export function SlaveScreen() {
  const intl = useIntl();
  const { search, active } = useViewLocation();
  const allowed = useAllowed();
  const id = search.get("id") ?? "";
  const readable = allowed(deviceSlaveCalls.get_device_slave.call);
  const {
    currentData,
    error,
    isFetching,
    refetch,
    startedTimeStamp = 0,
  } = deviceSlaveCalls.get_device_slave.useQuery(id === "" || !readable ? skipToken : { id }, { refetchOnMountOrArgChange: true });
  useViewSubject(currentData?.name);
  const failure = useFailure({ currentData, error, isFetching, refetch });
  if (!readable) return <NoPermission />;
  const gone = failure !== undefined && asRefusal(failure).code === codes.notFound.code;
  if (id === "" || gone)
    return (
      <div role="alert">
        <PageState whole icon="search" text={intl.formatMessage({ id: gone ? "device.slave.missing" : "device.slave.none" })} />
      </div>
    );
  if (failure !== undefined) return <FailedRead error={failure} onRetry={() => void refetch()} />;
  if (!currentData) return <div className="gh-device-waiting" role="status" aria-label={intl.formatMessage({ id: "device.loading" })} />;
  return <Detail key={id} slave={currentData} readAt={startedTimeStamp} active={active} refetch={refetch} />;
}
