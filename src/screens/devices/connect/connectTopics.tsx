import { useIntl } from "react-intl";
import type { DeviceConnection } from "#contract/resources/deviceConnection.ts";
import { CodeBlock } from "./codeBlock.tsx";
import { pushAddress, type Target } from "./connectCommands.ts";
import { wholeMessage } from "./connectExamples.ts";
import { ConnectPoints } from "./connectPoints.tsx";
import { WideTable } from "./wideTable.tsx";

interface Topic {
  id: string;
  place: string;
  payload: string;
}

/** What is sent beside readings, as every JSON device may. */
const others: readonly (readonly [string, string])[] = [
  ["event", '{"type":"door","content":"open"}'],
  ["location", '{"lng":108.94,"lat":34.26}'],
  ["info", '{"softwareVersion":"1.0.0","signal":-71}'],
];

const topicsOf = ({ transmission }: DeviceConnection, target: Target): Topic[] => {
  const { sn } = target;
  if (transmission === "sparkplug-b")
    return [
      ...(["NBIRTH", "NDATA", "NDEATH"] as const).map((name) => ({ id: name, place: `spBv1.0/{group}/${name}/${sn}`, payload: "" })),
      ...(["DBIRTH", "DDATA", "DDEATH"] as const).map((name) => ({
        id: name,
        place: `spBv1.0/{group}/${name}/${sn}/{slave}`,
        payload: "",
      })),
      { id: "NCMD", place: `spBv1.0/{group}/NCMD/${sn}`, payload: "" },
      { id: "DCMD", place: `spBv1.0/{group}/DCMD/${sn}/{slave}`, payload: "" },
    ];
  const posted = transmission === "http-push";
  const place = (kind: string): string => (posted ? pushAddress(target, kind) : `gw/${sn}/${kind}`);
  return [
    { id: "telemetry", place: place("telemetry"), payload: "" },
    ...others.map(([kind, payload]) => ({ id: kind, place: place(kind), payload })),
    ...(posted ? [] : [{ id: "command", place: place("command"), payload: '{"id":"…","slave":1,"values":{…}}' }]),
    { id: "reply", place: place("command/reply"), payload: '{"id":"…","code":0,"message":""}' },
  ];
};

/** Where the device sends what, how its messages look, and what its data templates make of them. */
export function ConnectTopics({ connection, target }: { connection: DeviceConnection; target: Target }) {
  const intl = useIntl();
  const { transmission, device, mostBytes } = connection;
  const templates = device?.templates ?? [];
  const say = (id: string) => intl.formatMessage({ id: `connect.topic.${id}` });
  const json = transmission === "mqtt-json" || transmission === "http-push";
  return (
    <>
      {transmission === "modbus-rtu-over-tcp" ? (
        <p>{intl.formatMessage({ id: "connect.modbus.help" }, { framing: say(`framing.${connection.polling?.framing ?? "rtu"}`) })}</p>
      ) : (
        <>
          <WideTable title={say("places")}>
            <thead>
              <tr>
                <th scope="col">{say(transmission === "http-push" ? "path" : "topic")}</th>
                <th scope="col">{say("what")}</th>
                {json && <th scope="col">{say("payload")}</th>}
              </tr>
            </thead>
            <tbody>
              {topicsOf(connection, target).map(({ id, place, payload }) => (
                <tr key={id}>
                  <td>
                    <code>{place}</code>
                  </td>
                  <td>{say(`what.${id}`)}</td>
                  {json && <td>{payload === "" ? say("below") : <code>{payload}</code>}</td>}
                </tr>
              ))}
            </tbody>
          </WideTable>
          <p className="gh-field-help">
            {intl.formatMessage({ id: `connect.topic.help.${json ? transmission : "sparkplug"}` }, { bytes: mostBytes })}
          </p>
        </>
      )}
      {json && (
        <CodeBlock
          title={intl.formatMessage({ id: "connect.payload" })}
          help={intl.formatMessage({ id: device ? "connect.payload.help" : "connect.payload.placeholder" })}
          text={wholeMessage(templates)}
        />
      )}
      {templates.map((template) => (
        <ConnectPoints key={template.recipeId} template={template} transmission={transmission} />
      ))}
    </>
  );
}
