import { skipToken } from "@reduxjs/toolkit/query/react";
import { useCallback, useState } from "react";
import { useIntl } from "react-intl";
import type { PanelElement } from "#contract/panelLayout.ts";
import type { PanelCommandRow } from "#contract/resources/deviceTemplateUiCmd.ts";
import { useDeviceValues } from "#src/app/realtime/useDeviceValues.ts";
import { FailedRead, PageState } from "#src/kit/screen/pageStates.tsx";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { useFailure } from "#src/kit/screen/useFailure.ts";
import { useNow } from "#src/kit/value/useNow.ts";
import { useViewLocation } from "#src/kit/view/viewLocation.ts";
import { DevicePicker } from "#src/screens/devices/devicePicker.tsx";
import { deviceCalls } from "#store/handles/device.ts";
import { deviceDataLogCalls } from "#store/handles/deviceDataLog.ts";
import { serverNow } from "#store/serverClock.ts";
import { PanelView } from "./panelView.tsx";
import "#src/screens/devices/devices.css";

const tickMs = 5000;

interface PanelPreviewProps {
  name: string;
  elements: readonly PanelElement[];
  commands: readonly PanelCommandRow[];
}

/** The panel as it is now, with the values of a device that is chosen; nothing can be sent from here. */
export function PanelPreview({ name, elements, commands }: PanelPreviewProps) {
  const intl = useIntl();
  const allowed = useAllowed();
  const { active } = useViewLocation();
  const now = useNow(tickMs);
  const [asOf, setAsOf] = useState(serverNow);
  const [id, setId] = useState("");
  const read = deviceCalls.get.useQuery(id === "" ? skipToken : { id });
  const { currentData: device, refetch, startedTimeStamp: readAt = 0 } = read;
  const missed = useCallback(async () => {
    setAsOf(serverNow());
    await refetch();
  }, [refetch]);
  const live = useDeviceValues(id, active, missed);
  const failure = useFailure(read);
  return (
    <div className="gh-panel-preview">
      <DevicePicker shown={device ? `${device.name} (${device.sn})` : ""} faulty={false} onPick={(picked) => setId(picked.id)} />
      {failure !== undefined ? (
        <FailedRead error={failure} onRetry={() => void refetch()} />
      ) : device ? (
        <PanelView
          name={name}
          elements={elements}
          shown={{
            ...{ device, live, readAt, now, asOf, buttons: commands, commands: false },
            draws: allowed(deviceDataLogCalls.query_mutil.call),
          }}
        />
      ) : (
        <PageState icon="eye-open" text={intl.formatMessage({ id: "panelEditor.preview.choose" })} />
      )}
    </div>
  );
}
