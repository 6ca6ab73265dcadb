import { HTMLSelect } from "@blueprintjs/core";
import { skipToken } from "@reduxjs/toolkit/query/react";
import { useId } from "react";
import { useIntl } from "react-intl";
import type { CheckedCommand } from "#contract/resources/deviceTemplateUiCmd.ts";
import { FailedRead, NoPermission, PageState } from "#src/kit/screen/pageStates.tsx";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { useFailure } from "#src/kit/screen/useFailure.ts";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { useSetSearch, useViewLocation } from "#src/kit/view/viewLocation.ts";
import { useViewSubject } from "#src/kit/view/viewName.ts";
import { DevicePicker } from "#src/screens/devices/devicePicker.tsx";
import { orderWords } from "#src/screens/orders/orderWords.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { deviceTemplateUiCmdCalls } from "#store/handles/deviceTemplateUiCmd.ts";
import { usePanels } from "./usePanels.ts";
import "#src/kit/form/form.css";
import "#src/kit/screen/screen.css";
import "./panels.css";

function Checked({ command }: { command: CheckedCommand }) {
  const intl = useIntl();
  return (
    <tr>
      <th scope="row">
        <ForeignText text={command.name} />
      </th>
      <td className="gh-panel-number">{command.slave}</td>
      <td>
        <ForeignText text={orderWords(intl, command.values)} />
      </td>
      <td className="gh-mono gh-panel-place">{command.place}</td>
      <td>
        {command.code === 0 ? (
          <code className="gh-mono gh-panel-message">{command.message}</code>
        ) : (
          <span className="gh-panel-refused">
            {intl.formatMessage({ id: "panelCheck.refused" }, { reason: command.reason, code: command.code })}
          </span>
        )}
      </td>
    </tr>
  );
}

/** What every command of a panel would send to a device. Panel and device stand in the address. */
export function PanelCheckScreen() {
  const intl = useIntl();
  const { search } = useViewLocation();
  const setSearch = useSetSearch();
  const allowed = useAllowed();
  const panelField = useId();
  const panels = usePanels();
  const uiId = search.get("uiId") ?? "";
  const deviceId = search.get("device") ?? "";
  const readable = allowed(deviceTemplateUiCmdCalls.check.call);
  const { currentData: device } = deviceCalls.get.useQuery(
    deviceId === "" || !allowed(deviceCalls.get.call) ? skipToken : { id: deviceId },
  );
  const read = deviceTemplateUiCmdCalls.check.useQuery(uiId === "" || deviceId === "" || !readable ? skipToken : { uiId, deviceId }, {
    refetchOnMountOrArgChange: true,
  });
  const failure = useFailure(read);
  const panel = panels?.find(({ id }) => id === uiId);
  useViewSubject(panel?.name);
  if (!readable) return <NoPermission />;
  const say = (id: string) => intl.formatMessage({ id: `panelCheck.${id}` });
  const choose = (name: string, value: string) =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      next.set(name, value);
      return next;
    });
  const commands = read.currentData?.commands;
  const titles = (["name", "slave", "values", "place", "message"] as const).map((id) => (
    <th key={id} scope="col">
      {say(`column.${id}`)}
    </th>
  ));
  return (
    <section className="gh-page gh-panel-check" aria-labelledby="gh-panel-check-title">
      <div className="gh-page-head">
        <h1 id="gh-panel-check-title" className="gh-page-title">
          {say("title")}
        </h1>
        <label htmlFor={panelField}>{say("panel")}</label>
        <HTMLSelect id={panelField} value={uiId} onChange={(event) => choose("uiId", event.currentTarget.value)}>
          {!panel && <option value={uiId}>{intl.formatMessage({ id: "form.choose" })}</option>}
          {(panels ?? []).map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </HTMLSelect>
        <DevicePicker
          shown={device ? `${device.name} (${device.sn})` : deviceId}
          faulty={false}
          onPick={({ id }) => choose("device", id)}
        />
      </div>
      <p className="gh-field-help">{say("help")}</p>
      {failure !== undefined ? (
        <FailedRead error={failure} onRetry={() => void read.refetch()} />
      ) : uiId === "" || deviceId === "" ? (
        <PageState icon="endorsed" text={say("choose")} />
      ) : !commands ? (
        <div role="status" aria-label={say("loading")} />
      ) : commands.length === 0 ? (
        <PageState icon="send-message" text={say("none")} />
      ) : (
        <div className="gh-panel-checked">
          <table>
            <thead>
              <tr>{titles}</tr>
            </thead>
            <tbody>
              {commands.map((command) => (
                <Checked key={command.id} command={command} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
