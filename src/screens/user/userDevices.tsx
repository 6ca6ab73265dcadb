import { Button, HTMLSelect, HTMLTable, Spinner } from "@blueprintjs/core";
import { skipToken } from "@reduxjs/toolkit/query/react";
import { useIntl } from "react-intl";
import type { BindState, TerminalUserRow } from "#contract/resources/relations.ts";
import { useConfirm, useToasts } from "#src/kit/feedback/feedback.ts";
import { asRefusal } from "#src/kit/feedback/refusalText.ts";
import { Finder } from "#src/kit/form/finder.tsx";
import { SideDrawer } from "#src/kit/form/sideDrawer.tsx";
import { FailedRead } from "#src/kit/screen/pageStates.tsx";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { useFailure } from "#src/kit/screen/useFailure.ts";
import { controlName } from "#src/kit/value/controlName.ts";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { devicesOf } from "#src/screens/devices/devicePicker.tsx";
import { unbindQuestion } from "#src/screens/devices/unbinding.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { deviceUserBindCalls } from "#store/handles/deviceUserBind.ts";
import "./user.css";

const states = [0, 1, 2, 3] as const;
const asState = (text: string): BindState => states.find((state) => String(state) === text) ?? 2;

const { useFound } = devicesOf();

/** The devices that an end consumer is bound to, with the state of each. */
export function UserDevices({ user, onClose }: { user: TerminalUserRow; onClose(): void }) {
  const intl = useIntl();
  const toasts = useToasts();
  const confirm = useConfirm();
  const allowed = useAllowed();
  const read = deviceUserBindCalls.queryDevices.useQuery({ userId: user.id, pageSize: 1000 }, { refetchOnMountOrArgChange: true });
  const { data } = read;
  const failure = useFailure(read);
  const counted = deviceCalls.query_user_count.useQuery(allowed(deviceCalls.query_user_count.call) ? { userId: user.id } : skipToken, {
    refetchOnMountOrArgChange: true,
  }).currentData?.list[0];
  const [bind] = deviceUserBindCalls.auth.useMutation();
  const [release] = deviceUserBindCalls.removeAuth.useMutation();
  const mayBind = allowed(deviceUserBindCalls.auth.call);
  const mayRelease = allowed(deviceUserBindCalls.removeAuth.call);
  const set = async (deviceId: string, state: BindState, version = 0) => {
    const { error } = await bind({ deviceId, userId: user.id, state, version });
    if (error !== undefined) toasts.refused(asRefusal(error));
    else toasts.success("feedback.edited");
  };
  const remove = async (deviceId: string, device: string, state: BindState) => {
    const question = unbindQuestion(intl, { device, user: user.userName || user.account, owns: state === 0 });
    const unbound = await confirm(question, () => release({ deviceId, userId: user.id }));
    if (unbound) toasts.success("terminals.devices.unbound");
  };
  return (
    <SideDrawer
      title={intl.formatMessage({ id: "terminals.devices.title" }, { user: user.userName || user.account })}
      size={720}
      onClose={onClose}
    >
      <div className="gh-form-fields">
        {mayBind && (
          <div className="gh-field">
            <Finder
              label={intl.formatMessage({ id: "terminals.devices.find" })}
              placeholder={intl.formatMessage({ id: "terminals.devices.find" })}
              useFound={useFound}
              shown=""
              onPick={({ id }) => void set(id, 1)}
            />
          </div>
        )}
        {counted && <p className="gh-field-help">{intl.formatMessage({ id: "terminals.devices.counts" }, counted)}</p>}
        {failure !== undefined && <FailedRead error={failure} onRetry={() => void read.refetch()} />}
        {!data && failure === undefined && <Spinner />}
        {data && data.list.length === 0 && <p className="gh-field-help">{intl.formatMessage({ id: "terminals.devices.none" })}</p>}
        {data && data.list.length > 0 && (
          <HTMLTable compact striped className="gh-user-table">
            <thead>
              <tr>
                {["name", "sn", "state", "release"].map((column) => (
                  <th key={column}>{intl.formatMessage({ id: `terminals.devices.${column === "release" ? "unbind" : column}` })}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.list.map((device) => (
                <tr key={device.id}>
                  <td>
                    <ForeignText text={device.name} />
                  </td>
                  <td className="gh-mono">{device.sn}</td>
                  <td>
                    <HTMLSelect
                      aria-label={controlName(intl, intl.formatMessage({ id: "terminals.devices.state" }), device.name)}
                      value={device.state}
                      disabled={!mayBind}
                      onChange={(event) => void set(device.deviceId, asState(event.currentTarget.value), device.version)}
                    >
                      {states.map((state) => (
                        <option key={state} value={state}>
                          {intl.formatMessage({ id: `terminals.option.state.${state}` })}
                        </option>
                      ))}
                    </HTMLSelect>
                  </td>
                  <td>
                    <Button
                      size="small"
                      variant="minimal"
                      intent="danger"
                      icon="trash"
                      disabled={!mayRelease}
                      aria-label={controlName(intl, intl.formatMessage({ id: "terminals.devices.unbind" }), device.name)}
                      onClick={() => void remove(device.deviceId, device.name, device.state)}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </HTMLTable>
        )}
      </div>
    </SideDrawer>
  );
}
