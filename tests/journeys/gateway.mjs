import { createInterface } from "node:readline";
import mqtt from "mqtt";

const [, , url, sn, password] = process.argv;
const client = mqtt.connect(url, { username: sn, password, clientId: sn, protocolVersion: 4, reconnectPeriod: 300 });
const say = (event) => process.stdout.write(`${JSON.stringify(event)}\n`);

client.on("connect", () => client.subscribe(`gw/${sn}/command`, { qos: 1 }, () => say({ type: "connected" })));
client.on("close", () => say({ type: "closed" }));
client.on("message", (_topic, payload) => {
  const command = JSON.parse(payload.toString());
  say({ type: "command", command });
  client.publish(`gw/${sn}/command/reply`, JSON.stringify({ id: command.id, code: 0, message: "done" }), { qos: 1 });
});
createInterface({ input: process.stdin }).on("line", (line) => {
  const { kind, payload } = JSON.parse(line);
  client.publish(`gw/${sn}/${kind}`, JSON.stringify(payload), { qos: 1 }, (fault) => say({ type: "acknowledged", fault: fault?.message }));
});
process.on("SIGTERM", () => client.end(true, {}, () => process.exit(0)));
