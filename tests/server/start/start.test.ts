import { spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";
import { passwordFits } from "#server/auth/password.ts";
import { readConfig } from "#server/config.ts";
import { openExisting } from "#server/db/open.ts";
import { type Gatehouse, startGatehouse } from "#server/gatehouse.ts";
import { openSqlite } from "#server/sqlite/sqlite.ts";
import { startLineOf } from "#server/system/startLine.ts";
import { startProcess } from "./ownProcess.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "start-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const takenPort = async (): Promise<{ port: string; free(): Promise<void> }> => {
  const listener = createServer();
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const address = listener.address();
  const free = () => new Promise<void>((resolve) => listener.close(() => resolve()));
  onTestFinished(free);
  return { port: String(typeof address === "object" && address ? address.port : 0), free };
};

const passwordIn = (lines: readonly string[]): string | undefined =>
  lines.map((line) => /^First account: admin, password (\S+) \(shown this once\)$/.exec(line)?.[1]).find((found) => found !== undefined);

const isAdmins = async (password: string): Promise<boolean> => {
  const db = await openExisting(join(folder, "app.db"));
  const { password_hash } = await db.selectFrom("user").select("password_hash").where("account", "=", "admin").executeTakeFirstOrThrow();
  await db.destroy();
  return passwordFits(password_hash, password);
};

it.each(["PORT", "MQTT_PORT"])(
  "shows the first password at the first start that succeeds, after one that found %s taken, and never again",
  async (setting) => {
    const { port, free } = await takenPort();
    const failed = await startProcess({ DATA_DIR: folder, [setting]: port });
    expect([await failed.ended, failed.lines()]).toEqual([
      1,
      [`Port ${port} is taken: stop what uses it, or set ${setting} to another one`],
    ]);
    await free();
    const first = await startProcess({ DATA_DIR: folder });
    const password = passwordIn(first.lines()) ?? "";
    expect(password).toHaveLength(12);
    first.child.kill("SIGTERM");
    await first.ended;
    const second = await startProcess({ DATA_DIR: folder });
    expect(passwordIn(second.lines())).toBeUndefined();
    second.child.kill("SIGTERM");
    await second.ended;
    expect(await isAdmins(password)).toBe(true);
  },
  180_000,
);

it("says who holds a data folder and ends, and starts at once when that one was killed", async () => {
  const holder = await startProcess({ DATA_DIR: folder });
  const second = await startProcess({ DATA_DIR: folder });
  expect(await second.ended).toBe(1);
  expect(second.lines()).toEqual([
    expect.stringMatching(
      new RegExp(
        `^${folder} is in use by process ${holder.child.pid} on \\S+ since 20\\S+Z: stop that one first, or set DATA_DIR to a folder of its own$`,
      ),
    ),
  ]);
  holder.child.kill("SIGKILL");
  await holder.ended;
  const third = await startProcess({ DATA_DIR: folder });
  expect(third.lines()[0]).toMatch(/^Gatehouse is at /);
}, 180_000);

const refusal = async (variables: Readonly<Record<string, string>>): Promise<string | undefined> => {
  let config: ReturnType<typeof readConfig> | undefined;
  let started: Gatehouse | undefined;
  try {
    config = readConfig({ DATA_DIR: folder, PORT: "0", MQTT_PORT: "0", HOST: "127.0.0.1", ...variables }, join(folder, ".env"));
    started = await startGatehouse(config, pino({ level: "silent" }));
  } catch (fault) {
    return startLineOf(fault, config);
  }
  await started.stop();
  return undefined;
};

it("says in one line what to do about a folder, a file, a host or a setting that it cannot start with", async () => {
  const file = join(folder, "file");
  writeFileSync(file, "no database at all, but long enough to be looked at as one");
  expect(await refusal({ DATA_DIR: file })).toBe(`${file} is no folder: set DATA_DIR to another place`);
  expect(await refusal({ HOST: "203.0.113.7" })).toBe("HOST: 203.0.113.7 is no address of this machine");
  expect(await refusal({ MQTT_PORT: "many" })).toBe("MQTT_PORT: a whole number from 0 to 65535");
  expect(await refusal({ RETENTION_DAYS: "0.5" })).toBe("RETENTION_DAYS: a whole number, 1 or more");
  expect(await refusal({ PORT: "8933", MQTT_PORT: "8933" })).toBe("MQTT_PORT: 8933 is PORT already: set one of them to another port");
  expect(await refusal({ MQTT_PORT: "1883", MQTTS_PORT: "1883", MQTTS_CERT: file, MQTTS_KEY: file })).toBe(
    "MQTTS_PORT: 1883 is MQTT_PORT already: set one of them to another port",
  );
  const damaged = join(folder, "damaged");
  mkdirSync(damaged);
  writeFileSync(join(damaged, "app.db"), readFileSync(file));
  expect(await refusal({ DATA_DIR: damaged })).toBe(`${damaged} holds a damaged database: restore a backup`);
  const newer = join(folder, "newer");
  expect(await refusal({ DATA_DIR: newer })).toBeUndefined();
  const readings = openSqlite(join(newer, "telemetry.db"));
  readings.exec("pragma user_version = 99");
  readings.close();
  expect(await refusal({ DATA_DIR: newer })).toMatch(
    /^telemetry\.db was written by a newer version of Gatehouse .*: start that one, or restore a backup/,
  );
  mkdirSync(join(folder, ".env"));
  expect(await refusal({})).toMatch(/^\S+\/\.env cannot be read \(EISDIR\): /);
});

it("does not start with a key of licences that is none, names no key, or is of another kind", async () => {
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey;
  const wrong = [
    "abcdefghijklmnopqrstuvwxyzabcd",
    "short",
    "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n",
    String(rsa.export({ format: "pem", type: "spki" })),
    rsa.export({ format: "der", type: "spki" }).toString("base64"),
    String(generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" })),
  ];
  for (const LICENCE_PUBLIC_KEY of wrong)
    expect(await refusal({ LICENCE_PUBLIC_KEY })).toMatch(/^LICENCE_PUBLIC_KEY: an Ed25519 public key, in PEM or base64, .*$/);
});

it.runIf(process.platform !== "win32")(
  "closes a folder that others could read, with what is its own in it, and leaves alone what is not",
  async () => {
    expect(await refusal({})).toBeUndefined();
    mkdirSync(join(folder, "files", "below"), { recursive: true });
    mkdirSync(join(folder, "jobs"), { recursive: true });
    for (const name of ["files/picture.png", "files/below/other.png", "notes.txt"]) writeFileSync(join(folder, name), "x");
    const modes = (): string[] =>
      [
        ".",
        "app.db",
        "telemetry.db",
        "short-lived.db",
        "log-key.pem",
        "files",
        "files/picture.png",
        "files/below/other.png",
        "jobs",
        "notes.txt",
      ].map((name) => (statSync(join(folder, name)).mode & 0o777).toString(8));
    for (const name of [
      "app.db",
      "telemetry.db",
      "short-lived.db",
      "log-key.pem",
      "files/picture.png",
      "files/below/other.png",
      "notes.txt",
    ])
      chmodSync(join(folder, name), 0o644);
    for (const name of [".", "files", "files/below", "jobs"]) chmodSync(join(folder, name), 0o755);
    expect(await refusal({})).toBeUndefined();
    expect(modes()).toEqual(["700", "600", "600", "600", "600", "700", "600", "600", "700", "644"]);
  },
);

it.runIf(process.platform !== "win32")("says why it leaves a folder open that is everybody's", async () => {
  chmodSync(folder, 0o1777);
  const lines: string[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => lines.push(line) });
  const config = readConfig({ DATA_DIR: folder, PORT: "0", MQTT_PORT: "0", HOST: "127.0.0.1" }, join(folder, "none"));
  await (await startGatehouse(config, log)).stop();
  expect(lines.map((line) => JSON.parse(line).msg)).toContain(
    `${folder} is a folder for everybody: set DATA_DIR to one that belongs to the server alone`,
  );
  expect((statSync(folder).mode & 0o7777).toString(8)).toBe("1777");
});

it.runIf(process.platform === "linux")("says in one line that it may open too few files, and ends", async () => {
  for (const limit of [30, 60]) {
    const { status, stdout, stderr } = spawnSync("sh", ["-c", `ulimit -n ${limit}; exec "$0" server/main.ts`, process.execPath], {
      env: { ...process.env, DATA_DIR: join(folder, "data"), PORT: "0", MQTT_PORT: "0", HOST: "127.0.0.1" },
      encoding: "utf8",
    });
    expect([status, stdout, stderr]).toEqual([
      1,
      "",
      `The limit of open files is ${limit}, and the server takes 128 before its first device: raise it (LimitNOFILE of the unit, or ulimit -n)\n`,
    ]);
  }
  expect(existsSync(join(folder, "data"))).toBe(false);
});

it.runIf(process.platform !== "win32")(
  "is started by the unit of deploy/ as it is, through the script that finds a Node.js, and stops at its signal",
  async () => {
    const unit = readFileSync("deploy/gatehouse.service", "utf8");
    const [program = "", ...words] = /^ExecStart=(.+)$/m.exec(unit)?.[1]?.split(" ") ?? [];
    expect([program, words]).toEqual(["/usr/bin/node", ["scripts/node.mjs", "server/main.ts"]]);
    const child = await startProcess({ DATA_DIR: folder }, words);
    expect(child.lines()[0]).toMatch(/^Gatehouse is at /);
    child.child.kill("SIGTERM");
    expect(await child.ended).toBe(0);
  },
);

it.runIf(process.platform === "linux")("says in one line that a folder cannot be made where the system takes none, and ends", async () => {
  const child = await startProcess({ DATA_DIR: "/proc/gatehouse/data" });
  expect([await child.ended, child.lines()]).toEqual([
    1,
    ["/proc/gatehouse cannot be made where it should be: make the folder that holds it, or set DATA_DIR to another place"],
  ]);
});

it("says in one line what to do about a place of the log's head or key that it cannot use, and about a key that is damaged", async () => {
  const away = join(folder, "away");
  const advice = (setting: string): string =>
    `cannot be made where it should be: make the folder that holds it, or set ${setting} to another place`;
  expect(await refusal({ LOG_HEAD_FILE: join(away, "head") })).toBe(`${join(away, "head.new")} ${advice("LOG_HEAD_FILE")}`);
  expect(await refusal({ LOG_KEY_FILE: join(away, "key") })).toBe(`${join(away, "key")} ${advice("LOG_KEY_FILE")}`);
  const whole = join(folder, "whole");
  expect(await refusal({ DATA_DIR: whole })).toBeUndefined();
  writeFileSync(join(whole, "log-key.pem"), "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n");
  expect(await refusal({ DATA_DIR: whole })).toBe(
    `${join(whole, "log-key.pem")} holds no key that can be read: put the key of the operation log back from a backup`,
  );
});

it.each([
  ["PORT 8933", "line 1: no setting, those are written NAME=value"],
  ['ADMIN_PASSWORD="of several\nlines"\nMQTT_PORT: 18933', "line 3: no setting, those are written NAME=value"],
  ["PRT=8933", "PRT is no setting"],
])("does not start with a .env that holds %j, and says what is wrong with it", async (text, mistake) => {
  writeFileSync(join(folder, ".env"), text);
  expect(await refusal({})).toMatch(new RegExp(`^${join(folder, ".env")}[,:] ${mistake}$`));
});

it("leaves alone what .env holds for the process itself", async () => {
  writeFileSync(join(folder, ".env"), "NODE_OPTIONS=--max-old-space-size=512\nTZ=Asia/Shanghai\n# PORT 1\n");
  expect(await refusal({})).toBeUndefined();
});

it("reads .env as Node does: comments, quotes, digits in names, texts of several lines, a byte-order mark", () => {
  const file = join(folder, "settings.env");
  const pem = generateKeyPairSync("ed25519").publicKey.export({ format: "pem", type: "spki" });
  writeFileSync(
    file,
    '\uFEFFPORT=81 # of the console\nexport MQTT_PORT=1884\r\nSMS_URL="https://sms.example/send?a=1#part" # not this\nSMS_BODY=\'{"a":"{phone}"}\'\nLICENCE_PUBLIC_KEY="' +
      pem +
      '"\nMETRICS_TOKEN=\n',
  );
  const config = readConfig({ MQTT_PORT: "1885" }, file);
  expect([
    config.port,
    config.mqttPort,
    config.sms?.url,
    config.sms?.body,
    config.licencePublicKey?.export({ format: "pem", type: "spki" }),
    config.metricsToken,
  ]).toEqual([81, 1885, "https://sms.example/send?a=1#part", '{"a":"{phone}"}', pem, undefined]);
  expect(existsSync(join(folder, "app.db"))).toBe(false);
});
