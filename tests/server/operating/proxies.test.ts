import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import mqtt from "mqtt";
import { io } from "socket.io-client";
import { expect, it, onTestFinished } from "vitest";
import { codes } from "#contract/codes.ts";
import { appVersion } from "#contract/resources/appVersion.ts";
import { addDevice, addTemplate, until } from "#tests/server/fleet.ts";
import { newFolder } from "#tests/server/operating/newFolder.ts";
import { openSite, type Site } from "#tests/server/site.ts";

const stream = "/usr/lib/nginx/modules/ngx_stream_module.so";
const has = (program: string): boolean => spawnSync("which", [program, "openssl"]).status === 0;

const freePort = async (): Promise<number> => {
  const listener = createServer();
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const address = listener.address();
  await new Promise((resolve) => listener.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
};

interface Front {
  readonly https: number;
  /** Where devices come by TLS, if the proxy takes them. */
  readonly mqtts: number | undefined;
  accessLog(): string;
}

interface Ports {
  folder: string;
  http: number;
  https: number;
  mqtts: number;
}

const certificateIn = (folder: string): void => {
  const [key, full] = [join(folder, "privkey.pem"), join(folder, "fullchain.pem")];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key, "-out", full, ...subject], {
    stdio: "ignore",
  });
  writeFileSync(join(folder, "both.pem"), readFileSync(full, "utf8") + readFileSync(key, "utf8"));
};

/** The files of deploy/ as they are, but for ports, certificates and where the log goes. */
const placed = (file: string, site: Site, { folder, http, https, mqtts }: Ports): string =>
  readFileSync(`deploy/${file}`, "utf8")
    .replaceAll("/etc/ssl/gatehouse", folder)
    .replaceAll("/var/log/nginx", folder)
    .replaceAll("127.0.0.1:8080", `127.0.0.1:${site.gatehouse.httpPort}`)
    .replaceAll("127.0.0.1:1883", `127.0.0.1:${site.gatehouse.mqttPort}`)
    .replace(/(listen|bind :)( ?)80\b/, `$1$2${http}`)
    .replace(/(listen |bind :)443\b/, `$1${https}`)
    .replace(/(listen |bind :)8883\b/, `$1${mqtts}`);

const run = (program: string, words: readonly string[]): void => {
  const child = spawn(program, words, { stdio: "ignore" });
  onTestFinished(async () => {
    child.kill("SIGTERM");
    if (child.exitCode === null) await once(child, "exit");
  });
};

const nginx = async (site: Site, ports: Ports): Promise<Front> => {
  const { folder } = ports;
  const config = join(folder, "nginx.conf");
  const main = `pid ${folder}/pid; error_log ${folder}/start.log; daemon off; events {}
    http { client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; ${placed("nginx.conf", site, ports)} }`;
  const devices = existsSync(stream);
  writeFileSync(config, devices ? `load_module ${stream};\n${main}\n${placed("nginx-mqtt.conf", site, ports)}` : main);
  run("nginx", ["-c", config, "-e", `${folder}/start.log`]);
  return {
    https: ports.https,
    mqtts: devices ? ports.mqtts : undefined,
    accessLog: () => readFileSync(join(folder, "gatehouse.log"), "utf8"),
  };
};

const haproxy = async (site: Site, ports: Ports): Promise<Front> => {
  const { folder } = ports;
  const config = join(folder, "haproxy.cfg");
  const log = join(folder, "log");
  // It logs to its own output here, and may not have as many files open.
  const text = placed("haproxy.cfg", site, ports).replace("log /dev/log local0", "log stdout format raw local0");
  writeFileSync(config, text.replace("maxconn 20000", "maxconn 200"));
  run("sh", ["-c", `exec haproxy -db -f ${config} >${log} 2>&1`]);
  return { https: ports.https, mqtts: ports.mqtts, accessLog: () => readFileSync(log, "utf8") };
};

interface Answered {
  status: number;
  body: string;
}

const ask = (
  front: Front,
  path: string,
  body: AsyncIterable<Buffer> | string = "",
  headers: Record<string, string> = {},
): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const asked = request(
      { host: "127.0.0.1", port: front.https, path, method: body === "" ? "GET" : "POST", rejectUnauthorized: false, headers },
      async (response) => {
        let text = "";
        for await (const part of response) text += part;
        resolve({ status: response.statusCode ?? 0, body: text });
      },
    );
    asked.on("error", reject);
    void (async () => {
      if (typeof body === "string") return asked.end(body);
      for await (const part of body) if (!asked.write(part)) await once(asked, "drain");
      asked.end();
    })().catch(reject);
  });

const opened = async (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(!socket.destroy().connecting));
    socket.once("error", () => resolve(false));
  });

const megabyte = Buffer.alloc(1_048_576, 7);
const boundary = "----gatehouse";
async function* package201(): AsyncGenerator<Buffer> {
  yield Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.apk"\r\nContent-Type: application/zip\r\n\r\n`,
  );
  for (let count = 0; count < 200; count += 1) yield megabyte;
  yield Buffer.from(`\r\n--${boundary}--\r\n`);
}

it.for([
  ["nginx", nginx],
  ["haproxy", haproxy],
] as const)(
  "is served whole through %s with the files of deploy/: calls, sockets, 200 MB, devices by TLS",
  { timeout: 180_000 },
  async ([program, open], { skip }) => {
    if (!has(program)) {
      if (process.env.CI) throw new Error(`${program} or openssl is not installed`);
      return skip(`${program} is not installed`);
    }
    const folder = newFolder();
    certificateIn(folder);
    mkdirSync(join(folder, "body"));
    const site = await openSite({ variables: { TRUST_PROXY: "1", MQTT_PROXY_PROTOCOL: "true", PUBLIC_URL: "https://iot.example.com" } });
    onTestFinished(() => site.close());
    const ports = { folder, http: await freePort(), https: await freePort(), mqtts: await freePort() };
    const front = await open(site, ports);
    await until(() => opened(front.https), `${program}`, 30_000);
    await until(async () => (await ask(front, "/readyz")).status === 200, "the way through", 30_000);

    const token = await site.signIn("admin", "adminpw1");
    expect((await ask(front, "/metrics")).status).toBe(404);
    const wrong = await ask(front, "/api/login", "username=nobody&password=nothing1&code=x&random=y", {
      "Content-Type": "application/x-www-form-urlencoded",
      "X-Forwarded-For": "203.0.113.9",
    });
    expect(JSON.parse(wrong.body).code).toBe(codes.captchaWrong.code);

    const socket = io(`https://127.0.0.1:${front.https}`, { query: { token }, transports: ["websocket"], rejectUnauthorized: false });
    onTestFinished(() => void socket.close());
    await until(() => socket.connected, "the socket", 20_000);

    const upload = await ask(front, appVersion.calls.upload.path, package201(), {
      token,
      "Content-Type": `multipart/form-data; boundary=${boundary}`,
    });
    // It came whole to the server, which finds that it is no package.
    expect(upload.status).toBe(400);
    expect(JSON.parse(upload.body).data.fields.map(({ path }: { path: string }) => path)).toEqual(["file"]);

    if (front.mqtts !== undefined) {
      const { recipeId } = await addTemplate(site, token, "Pump", [{ name: "N", nameEn: "n", address: "1", valueType: "uint16" }]);
      const deviceId = await addDevice(site, token, { sn: "FAR-1", recipeId });
      const device = await mqtt.connectAsync(`mqtts://127.0.0.1:${front.mqtts}`, {
        username: "FAR-1",
        password: "devicepw",
        protocolVersion: 4,
        rejectUnauthorized: false,
        reconnectPeriod: 0,
      });
      onTestFinished(() => void device.end(true));
      await device.publishAsync("gw/FAR-1/telemetry", JSON.stringify({ values: { n: 1 } }), { qos: 1 });
      expect(site.gatehouse.services.presence.isOnline(deviceId)).toBe(true);
    }

    socket.close();
    await until(() => /socket\.io/.test(front.accessLog()), "the log of the socket", 20_000);
    expect(front.accessLog()).not.toContain(token);
    expect(front.accessLog()).not.toContain("?");
    const rows = await site.gatehouse.services.db.selectFrom("operation_log").select("address").where("call", "=", "/api/login").execute();
    expect(new Set(rows.map(({ address }) => address))).toEqual(new Set(["127.0.0.1"]));
  },
);
