import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

/** What is called by these names does what the programs do with the words that the console writes; a machine may lack them. */
const program = `#!${process.execPath}
import { basename } from "node:path";
import mqtt from ${JSON.stringify(import.meta.resolve("mqtt"))};
const [, path, ...words] = process.argv;
const option = (name) => words[words.indexOf(name) + 1];
const name = basename(path);
if (name === "curl") {
  const address = words.find((word) => word.startsWith("http"));
  const headers = { authorization: "Basic " + Buffer.from(option("-u")).toString("base64") };
  process.stdout.write(await (await fetch(address, { method: "POST", headers, body: option("-d") })).text());
} else {
  const account = { username: option("-u"), password: option("-P"), protocolVersion: 4 };
  const address = "mqtt://" + option("-h") + ":" + option("-p");
  const qos = option("-q") === "1" ? 1 : 0;
  if (name === "mosquitto_sub") {
    const client = mqtt.connect(address, account);
    client.on("connect", () => client.subscribe(option("-t"), { qos }));
    client.on("message", (topic, payload) => console.log(payload.toString()));
  } else {
    const client = await mqtt.connectAsync(address, { ...account, reconnectPeriod: 0 });
    const payload = words.includes("-s") ? Buffer.concat(await process.stdin.toArray()) : option("-m");
    await client.publishAsync(option("-t"), payload, { qos });
    await client.endAsync();
  }
}
`;

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface Programs {
  /** What the command writes; rejects where it does not end well. */
  run(command: string): Promise<string>;
  /** Goes on until the programs are closed. */
  start(command: string): void;
  close(): void;
}

/** A shell as an integrator's, with the programs that the console's commands name. */
export const openPrograms = (): Programs => {
  const folder = mkdtempSync(join(tmpdir(), "programs-"));
  for (const name of ["mosquitto_pub", "mosquitto_sub", "curl"]) {
    writeFileSync(join(folder, name), program);
    chmodSync(join(folder, name), 0o755);
  }
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  const started: ChildProcess[] = [];
  const begin = (command: string): ChildProcess => {
    const env = { ...process.env, PATH: [folder, process.env.PATH].join(delimiter) };
    return spawn("sh", ["-c", command], { cwd: root, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  };
  return {
    run: (command) =>
      new Promise((resolve, reject) => {
        const child = begin(command);
        let text = "";
        let complaint = "";
        child.stdout?.on("data", (part) => {
          text += String(part);
        });
        child.stderr?.on("data", (part) => {
          complaint += String(part);
        });
        child.on("error", reject);
        child.on("close", (code) => (code === 0 ? resolve(text) : reject(new Error(`ended with ${code}: ${complaint}`))));
      }),
    start: (command) => {
      const child = begin(command);
      child.stdout?.resume();
      child.stderr?.resume();
      started.push(child);
    },
    close: () => {
      for (const { pid } of started) if (pid) process.kill(-pid);
      rmSync(folder, { recursive: true });
    },
  };
};
