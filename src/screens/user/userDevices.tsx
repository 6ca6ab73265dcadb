import { Button, Drawer, HTMLSelect, HTMLTable, InputGroup, Spinner } from "@blueprintjs/core";
import { useId, useState } from "react";
import { useIntl } from "react-intl";
import type { BindState, TerminalUserRow } from "#contract/resources/relations.ts";
import { useConfirm, useToasts } from "#src/kit/feedback/feedback.ts";
import { asRefusal } from "#src/kit/feedback/refusalText.ts";
import { FailedRead } from "#src/kit/screen/pageStates.tsx";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { deviceUserBindCalls } from "#store/handles/people.ts";
import "./user.css";

const states = [0, 1, 2, 3] as const;
const asState = (text: string): BindState => states.find((state) => String(state) === text) ?? 2;

function AddDevice({ onAdd }: { onAdd(deviceId: string): void }) {
  const intl = useIntl();
  const [text, setText] = useState("");
  const { data } = deviceCalls.query_mini.useQuery({ search: text, pageSize: 8 }, { skip: text.trim() === "" });
  return (
    <div className="gh-user-add">
      <InputGroup
        leftIcon="search"
        value={text}
        placeholder={intl.formatMessage({ id: "terminals.devices.find" })}
        aria-label={intl.formatMessage({ id: "terminals.devices.find" })}
        onValueChange={setText}
      />
      {text.trim() !== "" &&
        (data?.list ?? []).map((device) => (
          <Button
            key={device.id}
            size="small"
            icon="plus"
            text={`${device.name} · ${device.sn}`}
            onClick={() => {
              onAdd(device.id);
              setText("");
            }}
          />
        ))}
    </div>
  );
}

/** The devices that an end consumer is bound to, with the state of each. */
export function UserDevices({ user, onClose }: { user: TerminalUserRow; onClose(): void }) {
  const intl = useIntl();
  const titleId = useId();
  const toasts = useToasts();
  const confirm = useConfirm();
  const allowed = useAllowed();
  const { data, error, refetch } = deviceUserBindCalls.queryDevices.useQuery(
    { userId: user.id, pageSize: 1000 },
    { refetchOnMountOrArgChange: true },
  );
  const [bind] = deviceUserBindCalls.auth.useMutation();
  const [release] = deviceUserBindCalls.removeAuth.useMutation();
  const mayBind = allowed(deviceUserBindCalls.auth.call);
  const mayRelease = allowed(deviceUserBindCalls.removeAuth.call);
  const told = (refused: unknown, done: string) => {
    if (refused !== undefined) toasts.refused(asRefusal(refused));
    else toasts.success(done);
  };
  const set = async (deviceId: string, state: BindState) => {
    const answer = await bind({ deviceId, userId: user.id, state });
    told(answer.error, "feedback.edited");
  };
  const remove = async (deviceId: string, name: string) => {
    const question = intl.formatMessage({ id: "terminals.devices.release" }, { device: name, user: user.userName || user.account });
    if (!(await confirm({ kind: "danger", question, action: intl.formatMessage({ id: "terminals.devices.unbind" }) }))) return;
    const answer = await release({ deviceId, userId: user.id });
    told(answer.error, "terminals.devices.unbound");
  };
  return (
    <Drawer isOpen size={720} className="gh-form-drawer" transitionDuration={120} onClose={onClose}>
      <div className="gh-form-frame" role="dialog" aria-modal aria-labelledby={titleId}>
        <div className="gh-form-head">
          <h2 id={titleId}>{intl.formatMessage({ id: "terminals.devices.title" }, { user: user.userName || user.account })}</h2>
          <Button variant="minimal" icon="cross" aria-label={intl.formatMessage({ id: "form.close" })} onClick={onClose} />
        </div>
        <div className="gh-user-devices">
          {mayBind && <AddDevice onAdd={(deviceId) => void set(deviceId, 1)} />}
          {error !== undefined && <FailedRead error={error} onRetry={() => void refetch()} />}
          {!data && error === undefined && <Spinner />}
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
                    <td>{device.name}</td>
                    <td className="gh-mono">{device.sn}</td>
                    <td>
                      <HTMLSelect
                        aria-label={`${device.name} ${intl.formatMessage({ id: "terminals.devices.state" })}`}
                        value={device.state}
                        disabled={!mayBind}
                        onChange={(event) => void set(device.deviceId, asState(event.currentTarget.value))}
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
                        aria-label={`${device.name} ${intl.formatMessage({ id: "terminals.devices.unbind" })}`}
                        onClick={() => void remove(device.deviceId, device.name)}
                      />
                    </td>
                  </tr>
                ))}
              </tbody>
            </HTMLTable>
          )}
        </div>
      </div>
    </Drawer>
  );
}
