import { useIntl } from "react-intl";
import type { DeviceConnection } from "#contract/resources/deviceConnection.ts";
import { CodeBlock } from "./codeBlock.tsx";
import {
  collectCommand,
  dialCommand,
  edgeNodeCommand,
  obeyCommand,
  postCommand,
  publishBytesCommand,
  publishCommand,
  type Target,
} from "./connectCommands.ts";
import { commandMessage, shortMessage } from "./connectExamples.ts";

interface ConnectTriesProps {
  connection: DeviceConnection;
  target: Target;
  registration: string;
}

/** Some name for a group of edge nodes, which is free. */
const group = "plant";

/** Commands that stand for the device, so that the connection can be tried without it. */
export function ConnectTries({ connection, target, registration }: ConnectTriesProps) {
  const intl = useIntl();
  const { transmission, device, ports } = connection;
  const templates = device?.templates ?? [];
  const say = (id: string) => intl.formatMessage({ id: `connect.try.${id}` });
  const block = (id: string, text: string) => <CodeBlock key={id} title={say(id)} help={say(`${id}.help`)} text={text} />;
  const shell = (
    <p key="shell" className="gh-field-help">
      {say("shell")}
    </p>
  );
  switch (transmission) {
    case "mqtt-json":
      return [
        shell,
        block("publish", publishCommand(target, `gw/${target.sn}/telemetry`, shortMessage(templates))),
        block("obey", obeyCommand(target)),
        block("arrives", commandMessage(templates)),
      ];
    case "http-push":
      return [
        shell,
        block("post", postCommand(target, "telemetry", shortMessage(templates))),
        block("collect", collectCommand(target)),
        block("collected", `{"code":0,"message":"","commands":[${commandMessage(templates)}]}`),
      ];
    case "sparkplug-b":
      return device?.birth
        ? [
            shell,
            block("birth", publishBytesCommand(target, `spBv1.0/${group}/NBIRTH/${target.sn}`, device.birth)),
            block("edgeNode", edgeNodeCommand(target, group, device.birth)),
          ]
        : [<p key="none">{say("noBirth")}</p>];
    case "modbus-rtu-over-tcp":
      return ports.dtu === null
        ? [<p key="off">{intl.formatMessage({ id: "connect.off" }, { setting: "DTU_PORT" })}</p>]
        : [shell, block(`dial.${connection.polling?.framing ?? "rtu"}`, dialCommand(target, ports.dtu, registration))];
    case "tuya":
      return [];
  }
}
