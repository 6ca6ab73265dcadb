import { useIntl } from "react-intl";
import type { DeviceConnection } from "#contract/resources/deviceConnection.ts";
import { CodeBlock } from "./codeBlock.tsx";
import { dialCommand, postCommand, publishBytesCommand, publishCommand, subscribeCommand, type Target } from "./connectCommands.ts";
import { commandMessage, replyMessage, shortMessage } from "./connectExamples.ts";

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
  const reply = replyMessage(say("replyId"));
  switch (transmission) {
    case "mqtt-json":
      return [
        block("publish", publishCommand(target, `gw/${target.sn}/telemetry`, shortMessage(templates))),
        block("subscribe", subscribeCommand(target, `gw/${target.sn}/command`)),
        block("arrives", commandMessage(templates)),
        block("reply", publishCommand(target, `gw/${target.sn}/command/reply`, reply)),
      ];
    case "http-push":
      return [
        block("post", postCommand(target, "telemetry", shortMessage(templates))),
        block("collect", postCommand(target, "telemetry", "[]")),
        block("postReply", postCommand(target, "command/reply", reply)),
      ];
    case "sparkplug-b":
      return device?.birth
        ? [
            block("birth", publishBytesCommand(target, `spBv1.0/${group}/NBIRTH/${target.sn}`, device.birth)),
            block("nodeCommands", subscribeCommand(target, `spBv1.0/${group}/NCMD/${target.sn}`)),
          ]
        : [<p key="none">{say("noBirth")}</p>];
    case "modbus-rtu-over-tcp":
      return ports.dtu === null
        ? [<p key="off">{intl.formatMessage({ id: "connect.off" }, { setting: "DTU_PORT" })}</p>]
        : [block(`dial.${connection.polling?.framing ?? "rtu"}`, dialCommand(target, ports.dtu, registration))];
    case "tuya":
      return [];
  }
}
