import { useIntl } from "react-intl";
import type { DeviceConnection } from "#contract/resources/deviceConnection.ts";
import { CopiedFact } from "./codeBlock.tsx";
import { pushAddress, type Target } from "./connectCommands.ts";

function OffFact({ name, setting }: { name: string; setting: string }) {
  const intl = useIntl();
  return (
    <div className="gh-connect-fact">
      <dt>{name}</dt>
      <dd className="gh-connect-off">{intl.formatMessage({ id: "connect.off" }, { setting })}</dd>
    </div>
  );
}

/** Where the device connects to; what is off says by which setting of the server it is turned on. */
export function ConnectAddresses({ connection, target }: { connection: DeviceConnection; target: Target }) {
  const intl = useIntl();
  const { transmission, ports } = connection;
  const say = (id: string) => intl.formatMessage({ id: `connect.address.${id}` });
  if (transmission === "http-push")
    return (
      <dl className="gh-connect-facts">
        <CopiedFact name={say("post")} text={pushAddress(target, "telemetry")} help={say("post.help")} />
      </dl>
    );
  if (transmission === "modbus-rtu-over-tcp")
    return (
      <dl className="gh-connect-facts">
        {ports.dtu === null ? (
          <OffFact name={say("dtu")} setting="DTU_PORT" />
        ) : (
          <>
            <CopiedFact name={say("host")} text={target.host} />
            <CopiedFact name={say("dtu")} text={String(ports.dtu)} help={say("dtu.help")} />
          </>
        )}
      </dl>
    );
  return (
    <dl className="gh-connect-facts">
      <CopiedFact name={say("host")} text={target.host} />
      <CopiedFact name={say("mqtt")} text={String(ports.mqtt)} help={say("mqtt.help")} />
      {ports.mqtts === null ? (
        <OffFact name={say("mqtts")} setting="MQTTS_PORT, MQTTS_CERT, MQTTS_KEY" />
      ) : (
        <CopiedFact name={say("mqtts")} text={String(ports.mqtts)} />
      )}
      <CopiedFact name={say("socket")} text={`${target.origin.replace(/^http/, "ws")}/mqtt`} />
    </dl>
  );
}
