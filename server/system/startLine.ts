import { join } from "node:path";
import type { Config } from "#server/config.ts";
import { StartFault } from "#server/startFault.ts";

const named = (fault: unknown, name: string): string | undefined => {
  const value: unknown = fault instanceof Error && name in fault ? fault[name as keyof Error] : undefined;
  return value === undefined ? undefined : String(value);
};

const settingOf = (port: string | undefined, { port: http, mqttPort, mqtts }: Config): string => {
  if (port === String(http)) return "PORT";
  if (port === String(mqttPort)) return "MQTT_PORT";
  return mqtts && port === String(mqtts.port) ? "MQTTS_PORT" : "the setting of the port";
};

const tooManyFiles = "could not be opened, since too many files are: raise the limit of open files (LimitNOFILE)";
const noRoom = "has no room left: make some on its disk";
const brokenDisk = "cannot be read or written: look after its disk";

const listening = (fault: unknown, config: Config): string | undefined => {
  const port = named(fault, "port");
  const setting = settingOf(port, config);
  const code = named(fault, "code");
  if (code === "EADDRINUSE") return `Port ${port} is taken: stop what uses it, or set ${setting} to another one`;
  if (code === "EACCES" || code === "EPERM")
    return `Port ${port} is not for this account: set ${setting} to one above 1023, or let the account take it`;
  if (code === "EMFILE" || code === "ENFILE") return `Port ${port} ${tooManyFiles}`;
  return code === "EADDRNOTAVAIL" || code === "ENOTFOUND" ? `HOST: ${config.host} is no address of this machine` : undefined;
};

/** What SQLite says, wherever it says it: a worker's fault comes as text alone. */
const ofDatabases: readonly (readonly [RegExp, string])[] = [
  [
    /unable to open database|readonly database|authorization denied/,
    "cannot be written: let it belong to the account that runs the server",
  ],
  [/EMFILE|too many open files/i, tooManyFiles],
  [/database or disk is full/, noRoom],
  [/not a database|disk image is malformed|malformed database schema/, "holds a damaged database: restore a backup"],
  [/database is locked/, "is in use by another program: stop that one first"],
  [/disk I\/O error/, brokenDisk],
];

const mine = "cannot be written: let it belong to the account that runs the server";

/** `another` is how to name another place. */
const ofFiles: Readonly<Record<string, (another: string) => string>> = {
  EACCES: () => mine,
  EPERM: () => mine,
  ENOENT: (another) => `cannot be made where it should be: make the folder that holds it, or ${another}`,
  EROFS: (another) => `stands on a disk that takes no changes: ${another}`,
  ENOTDIR: (another) => `is no folder: ${another}`,
  EEXIST: (another) => `is no folder: ${another}`,
  EISDIR: (another) => `is a folder: ${another}`,
  ENAMETOOLONG: (another) => `is no path that the system takes: ${another}`,
  ELOOP: (another) => `is no path that the system takes: ${another}`,
  ENOSPC: () => noRoom,
  EDQUOT: () => noRoom,
  EIO: () => brokenDisk,
  EMFILE: () => tooManyFiles,
  ENFILE: () => tooManyFiles,
};

const within = (inner: string, outer: string): boolean => inner === outer || inner.startsWith(join(outer, "/"));

/** By the setting that the path comes from. A file may be written beside its place, and a folder made for what it is to hold. */
const anotherPlace = (path: string, { dataDir, logHead }: Config): string => {
  const settings = Object.entries({ DATA_DIR: dataDir, LOG_HEAD_FILE: logHead.head, LOG_KEY_FILE: logHead.key });
  const [name] =
    settings.find(([, place]) => path === place || path === `${place}.new`) ??
    settings.find(([, place]) => within(path, place) || within(place, path)) ??
    [];
  return name ? `set ${name} to another place` : "name another one";
};

/** Why the start failed, in one line that says what to do; undefined for a fault of the product. */
export const startLineOf = (fault: unknown, config: Config | undefined): string | undefined => {
  if (fault instanceof StartFault) return fault.message;
  if (!config || !(fault instanceof Error)) return undefined;
  if (named(fault, "syscall") === "listen" || named(fault, "syscall") === "getaddrinfo") return listening(fault, config);
  const code = named(fault, "code") ?? "";
  const ofFile = ofFiles[code];
  // What was to be replaced, not what was written beside it.
  const path = (code === "EISDIR" ? named(fault, "dest") : undefined) ?? named(fault, "path") ?? config.dataDir;
  if (ofFile) return `${path} ${ofFile(anotherPlace(path, config))}`;
  const ofDatabase = ofDatabases.find(([said]) => said.test(fault.message));
  return ofDatabase && `${config.dataDir} ${ofDatabase[1]}`;
};
