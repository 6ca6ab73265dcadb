import { openEmbeddedTelemetry } from "#server/telemetry/embedded.ts";

// Appends message after message and prints the number of each one that was acknowledged, until it is killed.
const [file = "", start = "0"] = process.argv.slice(2);
const say = (line: string) => process.stdout.write(`${line}\n`);
const log = { info() {}, warn() {}, error: (_detail: object, message: string) => say(message) };
const store = await openEmbeddedTelemetry({ file, log, foldRows: 1_000 });
const series = ["p0", "p1", "p2"].map((point) => store.series("d1", 1, point));

for (let message = Number(start); ; message++) {
  for (const id of series) store.append(id, message * 30_000, message);
  const acknowledged = message;
  const committed = store.committed().then(() => say(String(acknowledged)));
  if (message % 20 === 0) await committed;
}
