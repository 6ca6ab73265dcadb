import { join } from "node:path";
import { expect, it } from "vitest";
import { readConfig } from "#server/config.ts";
import { startLineOf } from "#server/system/startLine.ts";

const config = readConfig(
  {
    ...{ DATA_DIR: "/srv/data", LOG_HEAD_FILE: "/mnt/head/head.json", LOG_KEY_FILE: "/mnt/key/key.pem", HOST: "192.0.2.1" },
    ...{ PORT: "80", MQTT_PORT: "883", MQTTS_PORT: "884", MQTTS_CERT: "/etc/tls/cert.pem", MQTTS_KEY: "/etc/tls/key.pem" },
  },
  join("/none", ".env"),
);
const line = (message: string, fields: object = {}): string | undefined => startLineOf(Object.assign(new Error(message), fields), config);

const mine = "cannot be written: let it belong to the account that runs the server";
const noRoom = "has no room left: make some on its disk";
const tooMany = "could not be opened, since too many files are: raise the limit of open files (LimitNOFILE)";
const readOnly = "stands on a disk that takes no changes";
const unreadable = "cannot be read or written: look after its disk";

it.each([
  ["EACCES", "/srv/data/app.db", mine],
  ["EPERM", "/srv/data", mine],
  ["EROFS", "/srv/data/jobs", `${readOnly}: set DATA_DIR to another place`],
  ["EROFS", "/mnt/head/head.json.new", `${readOnly}: set LOG_HEAD_FILE to another place`],
  ["EROFS", "/mnt/key", `${readOnly}: set LOG_KEY_FILE to another place`],
  ["EROFS", "/etc/tls/cert.pem", `${readOnly}: name another one`],
  ["ENOSPC", "/mnt/key/key.pem", noRoom],
  ["EDQUOT", "/srv/data/server.lock", noRoom],
  ["EMFILE", "/srv/data/telemetry.db", tooMany],
  ["ENFILE", "/srv/data/app.db", tooMany],
  ["EIO", "/srv/data/app.db", unreadable],
  ["EISDIR", "/mnt/head/head.json", "is a folder: set LOG_HEAD_FILE to another place"],
  ["ENAMETOOLONG", "/srv/data/jobs", "is no path that the system takes: set DATA_DIR to another place"],
  ["ELOOP", "/srv/data", "is no path that the system takes: set DATA_DIR to another place"],
])("says in one line what to do about %s at %s", (code, path, advice) => {
  expect(line(`${code}: open '${path}'`, { code, path, syscall: "open" })).toBe(`${path} ${advice}`);
});

it("names the data folder where the system does not say of what it speaks", () => {
  expect(line("ENOSPC: no space left on device, write", { code: "ENOSPC", syscall: "write" })).toBe(`/srv/data ${noRoom}`);
});

it.each([
  ["attempt to write a readonly database", mine],
  ["unable to open database file", mine],
  ["database or disk is full", noRoom],
  ["database is locked", "is in use by another program: stop that one first"],
  ["disk I/O error", unreadable],
  ["file is not a database", "holds a damaged database: restore a backup"],
  ["database disk image is malformed", "holds a damaged database: restore a backup"],
])("says in one line what to do when SQLite says %s, in its own words or a worker's", (said, advice) => {
  expect(line(said, { code: "ERR_SQLITE_ERROR" })).toBe(`/srv/data ${advice}`);
  expect(line(`the telemetry writer failed: ${said}`)).toBe(`/srv/data ${advice}`);
});

const above = (setting: string): string => `set ${setting} to one above 1023, or let the account take it`;
const another = (setting: string): string => `stop what uses it, or set ${setting} to another one`;
it.each([
  ["EACCES", 80, `Port 80 is not for this account: ${above("PORT")}`],
  ["EACCES", 883, `Port 883 is not for this account: ${above("MQTT_PORT")}`],
  ["EACCES", 884, `Port 884 is not for this account: ${above("MQTTS_PORT")}`],
  ["EPERM", 80, `Port 80 is not for this account: ${above("PORT")}`],
  ["EADDRINUSE", 80, `Port 80 is taken: ${another("PORT")}`],
  ["EADDRINUSE", 883, `Port 883 is taken: ${another("MQTT_PORT")}`],
  ["EADDRINUSE", 884, `Port 884 is taken: ${another("MQTTS_PORT")}`],
  ["EADDRNOTAVAIL", 80, "HOST: 192.0.2.1 is no address of this machine"],
  ["EMFILE", 80, `Port 80 ${tooMany}`],
])("says in one line what to do about %s of port %i", (code, port, said) => {
  expect(line(`listen ${code}`, { code, port, syscall: "listen", address: "192.0.2.1" })).toBe(said);
});

it("leaves a fault of the product as it is", () => {
  expect(line("x is not a function")).toBeUndefined();
  expect(startLineOf("no error at all", config)).toBeUndefined();
});
