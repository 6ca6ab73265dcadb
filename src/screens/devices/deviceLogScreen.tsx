import { Button, Tag } from "@blueprintjs/core";
import { skipToken } from "@reduxjs/toolkit/query/react";
import { useCallback, useMemo, useState } from "react";
import { useIntl } from "react-intl";
import { deviceStateLog } from "#contract/resources/deviceStateLog.ts";
import { useDownload } from "#src/app/useDownload.ts";
import { useToasts } from "#src/kit/feedback/feedback.ts";
import type { ExportSpec } from "#src/kit/screen/screenDefinition.ts";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { useAllowed, useOpens } from "#src/kit/screen/useAllowed.ts";
import { ViewChoice } from "#src/kit/screen/viewChoice.tsx";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import { useSetSearch, useViewLocation } from "#src/kit/view/viewLocation.ts";
import { useViewSubject } from "#src/kit/view/viewName.ts";
import { useSession } from "#src/session/sessionView.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { deviceEventCalls } from "#store/handles/deviceEvent.ts";
import { deviceStateLogCalls } from "#store/handles/deviceStateLog.ts";
import { deviceView } from "./deviceAddress.ts";
import { eventList } from "./eventList.tsx";
import { periodFault } from "./logPeriod.ts";
import { LongWait } from "./longWait.tsx";
import "./logs.css";
import { stateList } from "./stateList.tsx";
import { stateRequest } from "./stateRequest.ts";

type View = "states" | "events";

const views = { states: deviceStateLogCalls.query.call, events: deviceEventCalls.query.call };

/** What belongs to one of the two lists alone. */
const ownKeys = ["kind", "failed", "page", "sort"];

function DeviceLogPage() {
  const intl = useIntl();
  const { me } = useSession();
  const { search } = useViewLocation();
  const setSearch = useSetSearch();
  const allowed = useAllowed();
  const download = useDownload();
  const toasts = useToasts();
  const [loading, setLoading] = useState(false);
  const deviceId = search.get("deviceId") ?? "";
  const view: View = search.get("view") === "events" || !allowed(views.states) ? "events" : "states";
  const devices = useOpens()(deviceCalls.get.call, deviceView);
  const { currentData: device } = deviceCalls.get.useQuery(allowed(deviceCalls.get.call) && deviceId !== "" ? { id: deviceId } : skipToken);
  useViewSubject(device?.name);
  const { zone } = me;

  const change = useCallback(
    (key: "view" | "deviceId", value: string | undefined, gone: readonly string[]) =>
      setSearch((before) => {
        for (const name of gone) before.delete(name);
        if (value === undefined) before.delete(key);
        else before.set(key, value);
        return before;
      }),
    [setSearch],
  );
  const options = useMemo(
    () => ({ zone, deviceId, devices, onDevice: (id: string) => change("deviceId", id, ["page", "search"]) }),
    [zone, deviceId, devices, change],
  );
  const states = useMemo(() => {
    const exports: ExportSpec = {
      call: deviceStateLog.calls.dlexcel,
      async run(state, format) {
        const request = stateRequest(zone, deviceId, state);
        const fault = periodFault(request);
        if (fault) {
          toasts.warning(intl.formatMessage({ id: fault }));
          return;
        }
        setLoading(true);
        try {
          const language = languageOf(intl);
          await download(deviceStateLog.calls.dlexcel, { ...request, format, language });
        } finally {
          setLoading(false);
        }
      },
    };
    return stateList(options, exports);
  }, [options, zone, deviceId, download, intl, toasts]);
  const events = useMemo(() => eventList(options), [options]);
  const shown = (["states", "events"] as const).filter((one) => allowed(views[one]));
  return (
    <div className="gh-logs">
      <div className="gh-logs-bar">
        {shown.length > 1 && (
          <ViewChoice
            small
            label={intl.formatMessage({ id: "logs.view" })}
            value={view}
            options={shown.map((one) => ({
              id: one,
              icon: one === "states" ? ("cell-tower" as const) : ("send-message" as const),
              text: intl.formatMessage({ id: `logs.view.${one}` }),
            }))}
            onChoose={(one) => change("view", one === "events" ? one : undefined, ownKeys)}
          />
        )}
        {deviceId !== "" && (
          <span className="gh-chip-pair">
            <Tag minimal icon="cube">
              {intl.formatMessage({ id: "logs.device" }, { name: device ? `${device.name} (${device.sn})` : deviceId })}
            </Tag>
            <Button
              size="small"
              variant="minimal"
              icon="small-cross"
              aria-label={intl.formatMessage({ id: "logs.device.all" })}
              onClick={() => change("deviceId", undefined, ["page"])}
            />
          </span>
        )}
        <LongWait waiting={loading} />
      </div>
      {view === "states" ? <TablePage key="states" definition={states} /> : <TablePage key="events" definition={events} />}
    </div>
  );
}

/** When devices were away, for how long and why, and what was sent to them and came from them. */
export const DeviceLogScreen = Object.assign(DeviceLogPage, { definition: stateList({ zone: "UTC" }) });
