import mqtt from "mqtt";

let received = 0;
const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${process.argv[2]}`, { protocolVersion: 4, reconnectPeriod: 0 });
client.on("message", () => {
  received += 1;
});
await client.subscribeAsync("gw/+/telemetry", { qos: process.argv[3] === "0" ? 0 : 1 });
process.send?.({ subscribed: true });
process.on("message", () => process.send?.({ received }));
process.on("disconnect", () => process.exit(0));
