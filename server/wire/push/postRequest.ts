import { type UpKind, upKinds } from "#server/wire/protocol.ts";

/** Where devices post, below it `{sn}/{kind}`. The console's own addresses are all behind `/#`, its calls below `/api/`. */
export const pushPath = "/push/";

const kinds = new Map<string, UpKind>(upKinds.map((kind) => [kind, kind]));

/** Of a path below `/push/`, percent-decoded. */
export const postTarget = (path: string): { sn: string; kind: UpKind } | undefined => {
  const slash = path.indexOf("/");
  const kind = kinds.get(path.slice(slash + 1));
  return slash > 0 && kind !== undefined ? { sn: path.slice(0, slash), kind } : undefined;
};

/** SN and password of HTTP Basic, in UTF-8; the password may hold colons. */
export const basicCredentials = (header: string | undefined): { sn: string; password: Buffer } | undefined => {
  const [, encoded] = /^basic +([\w+/=-]+) *$/i.exec(header ?? "") ?? [];
  if (encoded === undefined) return undefined;
  const decoded = Buffer.from(encoded, "base64");
  const colon = decoded.indexOf(":");
  return colon < 0 ? undefined : { sn: decoded.subarray(0, colon).toString("utf8"), password: decoded.subarray(colon + 1) };
};
