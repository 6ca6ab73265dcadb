import { skipToken } from "@reduxjs/toolkit/query/react";
import { useCallback, useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { useDeviceValues } from "#src/app/realtime/useDeviceValues.ts";
import { KeyTabs } from "#src/kit/screen/keyTabs.tsx";
import { FailedRead, NoPermission, PageState } from "#src/kit/screen/pageStates.tsx";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { useFailure } from "#src/kit/screen/useFailure.ts";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { PresenceMark } from "#src/kit/value/presenceMark.tsx";
import { useNow } from "#src/kit/value/useNow.ts";
import { useSetSearch, useViewLocation } from "#src/kit/view/viewLocation.ts";
import { useViewSubject } from "#src/kit/view/viewName.ts";
import { FailedDevice, UnnamedDevice } from "#src/screens/devices/deviceMissing.tsx";
import { deviceCalls } from "#store/handles/device.ts";
import { deviceDataLogCalls } from "#store/handles/deviceDataLog.ts";
import { deviceTemplateUiCalls } from "#store/handles/deviceTemplateUi.ts";
import { serverNow } from "#store/serverClock.ts";
import { PanelView } from "./panelView.tsx";
import "#src/kit/screen/screen.css";
import "#src/screens/devices/devices.css";

const tickMs = 5000;

/** The panels of a device alone, without the console around them. Which of them is shown stands in the address. */
export function PanelScreen() {
  const intl = useIntl();
  const { search, active } = useViewLocation();
  const setSearch = useSetSearch();
  const allowed = useAllowed();
  const now = useNow(tickMs);
  const [asOf, setAsOf] = useState(serverNow);
  const id = search.get("device") ?? "";
  const readable = allowed(deviceTemplateUiCalls.get_device.call) && allowed(deviceCalls.get.call);
  const asked = deviceCalls.get.useQuery(id === "" || !readable ? skipToken : { id }, { refetchOnMountOrArgChange: true });
  const read = deviceTemplateUiCalls.get_device.useQuery(id === "" || !readable ? skipToken : { deviceId: id });
  const { currentData: device, refetch, startedTimeStamp: readAt = 0 } = asked;
  useEffect(() => setAsOf(serverNow()), []);
  const missed = useCallback(async () => {
    setAsOf(serverNow());
    await refetch();
  }, [refetch]);
  const live = useDeviceValues(readable ? id : "", active, missed);
  useViewSubject(device?.name);
  const failure = useFailure(asked);
  const panelFailure = useFailure(read);
  if (!readable) return <NoPermission />;
  if (id === "") return <UnnamedDevice />;
  if (failure !== undefined) return <FailedDevice error={failure} onRetry={() => void refetch()} />;
  if (panelFailure !== undefined) return <FailedRead error={panelFailure} onRetry={() => void read.refetch()} />;
  const panels = read.currentData?.panels;
  if (!device || !panels)
    return <div className="gh-device-waiting" role="status" aria-label={intl.formatMessage({ id: "device.loading" })} />;
  const panel = panels.find((one) => one.id === search.get("panel")) ?? panels[0];
  if (!panel) return <PageState whole icon="grid-view" text={intl.formatMessage({ id: "panel.none" })} />;
  const shown = {
    ...{ device, live, readAt, now, asOf, buttons: panel.commands },
    ...{ draws: allowed(deviceDataLogCalls.query_mutil.call), commands: allowed(deviceCalls.cmd.call) },
  };
  const view = <PanelView key={panel.id} name={panel.name} elements={panel.elements} shown={shown} />;
  const choose = (panelId: string | number) =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      next.set("panel", String(panelId));
      return next;
    });
  return (
    <div className="gh-panel-page">
      <header className="gh-device-name">
        <h1>
          <ForeignText text={device.name} />
        </h1>
        <PresenceMark presence={device.presence} />
      </header>
      {panels.length > 1 ? (
        <KeyTabs
          id={`panels-${device.id}`}
          selectedTabId={panel.id}
          onChange={choose}
          tabs={panels.map((one) => ({ id: one.id, title: one.name, panel: view }))}
        />
      ) : (
        view
      )}
    </div>
  );
}
