import { AnchorButton } from "@blueprintjs/core";
import { skipToken } from "@reduxjs/toolkit/query/react";
import { useCallback, useMemo } from "react";
import { useIntl } from "react-intl";
import { useDeviceValues } from "#src/app/realtime/useDeviceValues.ts";
import { NoPermission } from "#src/kit/screen/pageStates.tsx";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { useAllowed, useOpens } from "#src/kit/screen/useAllowed.ts";
import { useFailure } from "#src/kit/screen/useFailure.ts";
import { ViewChoice } from "#src/kit/screen/viewChoice.tsx";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { PresenceMark } from "#src/kit/value/presenceMark.tsx";
import { useSetSearch, useViewLocation } from "#src/kit/view/viewLocation.ts";
import { useViewSubject } from "#src/kit/view/viewName.ts";
import { useSession } from "#src/session/sessionView.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { deviceEventCalls } from "#store/handles/deviceEvent.ts";
import { deviceMessageCalls } from "#store/handles/deviceMessage.ts";
import { communicationView, deviceAddress, deviceView } from "./deviceAddress.ts";
import { FailedDevice, UnnamedDevice } from "./deviceMissing.tsx";
import "./devices.css";
import { keptMessages } from "./keptMessages.tsx";
import { liveMessages } from "./liveMessages.tsx";
import "./logs.css";
import { MessageDays } from "./messageDays.tsx";

type View = "live" | "kept";

const views = { live: deviceMessageCalls.query.call, kept: deviceEventCalls.query.call };

/** What belongs to one of the two lists alone. */
const ownKeys = ["direction", "failed", "kind", "period", "from", "to", "page", "sort", "row"];

const nothingMissed = async (): Promise<void> => undefined;

/** The server records messages of devices that pages watch. */
function Watching({ deviceId, active }: { deviceId: string; active: boolean }) {
  useDeviceValues(deviceId, active, nothingMissed);
  return null;
}

function CommunicationPage() {
  const intl = useIntl();
  const { me } = useSession();
  const { search, active } = useViewLocation();
  const setSearch = useSetSearch();
  const allowed = useAllowed();
  const opens = useOpens();
  const id = search.get("id") ?? "";
  const readable = allowed(deviceCalls.get.call);
  const { currentData: device, error, isFetching, refetch } = deviceCalls.get.useQuery(id === "" || !readable ? skipToken : { id });
  useViewSubject(device?.name);
  const failure = useFailure({ currentData: device, error, isFetching, refetch });
  const { zone } = me;
  const shown = (["live", "kept"] as const).filter((one) => allowed(views[one]));
  const view: View = search.get("view") === "kept" || !shown.includes("live") ? "kept" : "live";
  const onOpen = useCallback(
    (row: { id: string }): string => {
      const next = new URLSearchParams(search);
      next.set("row", row.id);
      return `${communicationView}?${next}`;
    },
    [search],
  );
  const options = useMemo(() => ({ zone, deviceId: id, onOpen }), [zone, id, onOpen]);
  const live = useMemo(() => liveMessages(options), [options]);
  const kept = useMemo(() => keptMessages(options), [options]);
  const choose = (one: View) =>
    setSearch((before) => {
      for (const name of ownKeys) before.delete(name);
      if (one === "kept") before.set("view", one);
      else before.delete("view");
      return before;
    });
  if (!readable || shown.length === 0) return <NoPermission />;
  if (id === "") return <UnnamedDevice />;
  if (failure !== undefined) return <FailedDevice error={failure} onRetry={() => void refetch()} />;
  return (
    <div className="gh-logs">
      <Watching key={id} deviceId={id} active={active} />
      <div className="gh-logs-bar">
        {shown.length > 1 && (
          <ViewChoice
            small
            label={intl.formatMessage({ id: "messages.view" })}
            value={view}
            options={shown.map((one) => ({
              id: one,
              icon: one === "live" ? ("cell-tower" as const) : ("history" as const),
              text: intl.formatMessage({ id: `messages.view.${one}` }),
            }))}
            onChoose={choose}
          />
        )}
        {device && (
          <>
            <strong>
              <ForeignText text={device.name} />
            </strong>
            <span className="gh-mono">
              <ForeignText text={device.sn} />
            </span>
            <PresenceMark presence={device.presence} />
          </>
        )}
        {opens(deviceCalls.get.call, deviceView) && (
          <AnchorButton
            size="small"
            variant="minimal"
            icon="cube"
            href={`#${deviceAddress(id)}`}
            text={intl.formatMessage({ id: "device.slave.device" })}
          />
        )}
      </div>
      {allowed(deviceMessageCalls.daily_count.call) && <MessageDays deviceId={id} />}
      {view === "live" ? <TablePage key={`live ${id}`} definition={live} /> : <TablePage key={`kept ${id}`} definition={kept} />}
    </div>
  );
}

/** What went between one device and the server: message by message while the page is open, and what is kept of it. */
export const CommunicationScreen = Object.assign(CommunicationPage, { definition: liveMessages({ zone: "UTC", deviceId: "" }) });
