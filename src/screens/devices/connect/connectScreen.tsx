import { AnchorButton } from "@blueprintjs/core";
import { skipToken } from "@reduxjs/toolkit/query/react";
import { type ReactNode, useEffect, useId, useState } from "react";
import { useIntl } from "react-intl";
import type { DeviceConnection } from "#contract/resources/deviceConnection.ts";
import { useDeviceValues } from "#src/app/realtime/useDeviceValues.ts";
import { NoPermission, PageState } from "#src/kit/screen/pageStates.tsx";
import { useAllowed, useOpens } from "#src/kit/screen/useAllowed.ts";
import { useFailure } from "#src/kit/screen/useFailure.ts";
import { PresenceMark } from "#src/kit/value/presenceMark.tsx";
import { useSetSearch, useViewLocation } from "#src/kit/view/viewLocation.ts";
import { useViewSubject } from "#src/kit/view/viewName.ts";
import { deviceAddress, deviceView } from "#src/screens/devices/deviceAddress.ts";
import { FailedDevice } from "#src/screens/devices/deviceMissing.tsx";
import { DevicePicker } from "#src/screens/devices/devicePicker.tsx";
import { deviceCalls } from "#store/handles/device.ts";
import { deviceMessageCalls } from "#store/handles/deviceMessage.ts";
import { ArrivedMessages } from "./arrivedMessages.tsx";
import { ConnectAddresses } from "./connectAddresses.tsx";
import type { Target } from "./connectCommands.ts";
import { ConnectLogIn } from "./connectLogIn.tsx";
import { ConnectTopics } from "./connectTopics.tsx";
import { ConnectTries } from "./connectTries.tsx";
import "#src/kit/form/form.css";
import "#src/kit/screen/screen.css";
import "#src/screens/devices/logs.css";
import "./connect.css";

const nothingMissed = async (): Promise<void> => undefined;

/** The server records messages of devices that pages watch. */
function Watching({ deviceId, active }: { deviceId: string; active: boolean }) {
  useDeviceValues(deviceId, active, nothingMissed);
  return null;
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <li className="gh-connect-step">
      <section aria-labelledby={id}>
        <h2 id={id}>{title}</h2>
        {children}
      </section>
    </li>
  );
}

/** Where the page was opened from is where devices find the server as well, unless an address is configured. */
const whereOf = ({ publicUrl }: DeviceConnection): Pick<Target, "host" | "origin"> => {
  const { origin, hostname } = new URL(publicUrl ?? window.location.origin);
  return { origin, host: hostname.replace(/^\[|\]$/g, "") };
};

function Steps({ connection }: { connection: DeviceConnection }) {
  const intl = useIntl();
  const [password, setPassword] = useState<string>();
  const { transmission, device, polling, ports } = connection;
  const say = (id: string) => intl.formatMessage({ id: `connect.${id}` });
  const target: Target = {
    ...{ ...whereOf(connection), mqttPort: ports.mqtt },
    ...{ sn: device?.sn ?? say("placeholder.sn"), password: password ?? say("placeholder.password") },
  };
  const registration = polling?.registration === "password" ? `${target.sn},${target.password}` : target.sn;
  if (transmission === "tuya")
    return <p>{intl.formatMessage({ id: device?.tuyaId ? "connect.tuya.known" : "connect.tuya" }, { id: device?.tuyaId ?? "" })}</p>;
  return (
    <ol className="gh-connect-list">
      <Step title={say("step.address")}>
        <ConnectAddresses connection={connection} target={target} />
      </Step>
      <Step title={say("step.logIn")}>
        <ConnectLogIn {...{ connection, target, registration }} known={password !== undefined} onPassword={setPassword} />
      </Step>
      <Step title={say(transmission === "modbus-rtu-over-tcp" ? "step.registers" : "step.topics")}>
        <ConnectTopics connection={connection} target={target} />
      </Step>
      <Step title={say("step.try")}>
        <ConnectTries {...{ connection, target, registration }} />
      </Step>
    </ol>
  );
}

/** How a device, or any of a model, connects, for whoever programs it; and what arrives of it meanwhile. */
export function ConnectScreen() {
  const intl = useIntl();
  const { search, active } = useViewLocation();
  const setSearch = useSetSearch();
  const allowed = useAllowed();
  const opens = useOpens();
  const id = search.get("id") ?? "";
  const model = search.get("model") ?? "";
  const readable = allowed(deviceCalls.connection.call);
  const asked = id !== "" ? { id } : model !== "" ? { modelId: model } : undefined;
  const read = deviceCalls.connection.useQuery(asked && readable ? asked : skipToken, { refetchOnMountOrArgChange: true });
  const { currentData: connection } = read;
  const asDevice = deviceCalls.get.useQuery(id !== "" && allowed(deviceCalls.get.call) ? { id } : skipToken);
  const whole = asDevice.currentData;
  const [presenceSeen, setPresenceSeen] = useState<string>();
  const { isUninitialized, refetch } = asDevice;
  useEffect(() => {
    if (presenceSeen !== undefined && !isUninitialized) void refetch();
  }, [presenceSeen, isUninitialized, refetch]);
  const failure = useFailure(read);
  const device = connection?.device ?? undefined;
  useViewSubject(device?.name ?? connection?.modelName);
  if (!readable) return <NoPermission />;
  const say = (name: string) => intl.formatMessage({ id: `connect.${name}` });
  const choose = (chosen: string) =>
    setSearch((before) => {
      before.set("id", chosen);
      return before;
    });
  return (
    <div className="gh-page gh-connect">
      {device && <Watching key={device.id} deviceId={device.id} active={active} />}
      <header className="gh-page-head">
        <h1 className="gh-page-title">{say("title")}</h1>
        <DevicePicker
          shown={device ? `${device.name} (${device.sn})` : ""}
          faulty={false}
          {...(model === "" ? {} : { modelId: model })}
          onPick={(picked) => choose(picked.id)}
        />
        {whole && <PresenceMark presence={whole.presence} />}
        {connection && (
          <span className="gh-connect-model">
            {[connection.modelName, intl.formatMessage({ id: `devices.transmission.${connection.transmission}` })]
              .filter((part) => part !== "")
              .join(" · ")}
          </span>
        )}
        {device && opens(deviceCalls.get.call, deviceView) && (
          <AnchorButton
            size="small"
            variant="minimal"
            icon="cube"
            href={`#${deviceAddress(device.id)}`}
            text={intl.formatMessage({ id: "device.slave.device" })}
          />
        )}
      </header>
      {failure !== undefined ? (
        <FailedDevice error={failure} onRetry={() => void read.refetch()} />
      ) : !asked ? (
        <PageState icon="cube" text={say("choose")} />
      ) : !connection ? (
        <div role="status" aria-label={intl.formatMessage({ id: "device.loading" })} />
      ) : (
        <div className="gh-connect-body">
          <div className="gh-connect-steps">
            {!connection.device && <p className="gh-connect-note">{say("placeholders")}</p>}
            <Steps key={device?.id ?? model} connection={connection} />
          </div>
          {allowed(deviceMessageCalls.query.call) && (
            <aside className="gh-connect-arrived" aria-labelledby="gh-connect-arrived">
              <h2 id="gh-connect-arrived">{say("arrived")}</h2>
              <ArrivedMessages key={device?.id ?? ""} deviceId={device?.id ?? ""} onPresence={setPresenceSeen} />
            </aside>
          )}
        </div>
      )}
    </div>
  );
}
