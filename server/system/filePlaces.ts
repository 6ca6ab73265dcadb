import { realpathSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { isTaken, logNames } from "#server/system/ownNames.ts";

interface Places {
  readonly dataDir: string;
  readonly logHead: { readonly head: string; readonly key: string };
  readonly mqtts: { readonly certificate: string; readonly key: string } | undefined;
}

/** The path without links, as far as it is there. */
const realPath = (path: string): string => {
  try {
    return realpathSync.native(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(realPath(above), basename(path));
  }
};

/** The name in the data folder below which the path is; undefined for one elsewhere, "" for the folder itself. */
const nameWithin = (dataDir: string, path: string): string | undefined => {
  const [name = ""] = relative(realPath(dataDir), path).split(sep);
  return name === ".." ? undefined : name;
};

/** What the server writes over, the log's head and key, has places of its own. A line for each that has not. */
export const placeFaults = ({ dataDir, logHead, mqtts }: Places, envFile: string): string[] => {
  const own = { LOG_HEAD_FILE: realPath(logHead.head), LOG_KEY_FILE: realPath(logHead.key) };
  const others = new Map([
    [realPath(resolve(envFile)), "the file of the settings"],
    ...(mqtts ? [[realPath(mqtts.certificate), "MQTTS_CERT"] as const, [realPath(mqtts.key), "MQTTS_KEY"] as const] : []),
  ]);
  const otherNames = { LOG_HEAD_FILE: logNames.key, LOG_KEY_FILE: logNames.head } as const;
  const faults: string[] = [];
  for (const setting of ["LOG_HEAD_FILE", "LOG_KEY_FILE"] as const) {
    const path = own[setting];
    const name = nameWithin(dataDir, path);
    const other = others.get(path);
    if (name === "") faults.push(`${setting}: ${path} is the data folder: name a file`);
    else if (name !== undefined && (isTaken(name) || name === otherNames[setting]))
      faults.push(`${setting}: ${path} is a file of the server's own: set it to another one`);
    else if (other) faults.push(`${setting}: ${path} is ${other} already: set it to another file`);
  }
  // The head is written beside its place, and then put there.
  if ([own.LOG_HEAD_FILE, `${own.LOG_HEAD_FILE}.new`].includes(own.LOG_KEY_FILE))
    faults.push(`LOG_KEY_FILE: ${own.LOG_KEY_FILE} is LOG_HEAD_FILE already: set one of them to another file`);
  return faults;
};
