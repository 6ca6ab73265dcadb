import { isTopicLevel } from "#server/wire/transport.ts";

const namespace = "spBv1.0";
/** What edge nodes know this server by. */
const hostId = "gatehouse";

const ofNodes = ["NBIRTH", "NDEATH", "NDATA"] as const;
const ofDevices = ["DBIRTH", "DDEATH", "DDATA"] as const;
export type SparkplugType = (typeof ofNodes)[number] | (typeof ofDevices)[number];

const types = new Map<string, { type: SparkplugType; levels: number }>([
  ...ofNodes.map((type) => [type, { type, levels: 4 }] as const),
  ...ofDevices.map((type) => [type, { type, levels: 5 }] as const),
]);

/** Where an edge node publishes; without a device it speaks of itself. */
export interface SparkplugTopic {
  readonly type: SparkplugType;
  readonly group: string;
  readonly device: string | undefined;
}

/** The edge node, whose id is its SN, and what of it is meant. */
export const parseSparkplugTopic = (topic: string): { sn: string; place: SparkplugTopic } | undefined => {
  if (!topic.startsWith(`${namespace}/`)) return undefined;
  const levels = topic.split("/");
  const [, group = "", name = "", sn = "", device] = levels;
  const known = types.get(name);
  if (known?.levels !== levels.length || ![group, sn, device ?? "-"].every(isTopicLevel)) return undefined;
  return { sn, place: { type: known.type, group, device } };
};

export const sparkplugTopicOf = (sn: string, { type, group, device }: SparkplugTopic): string =>
  [namespace, group, type, sn, ...(device === undefined ? [] : [device])].join("/");

/** Where an edge node, or a device of it, is given commands. */
export const commandTopicOf = (sn: string, group: string, device: string | undefined): string =>
  device === undefined ? `${namespace}/${group}/NCMD/${sn}` : `${namespace}/${group}/DCMD/${sn}/${device}`;

/** Where the server says that it is there. */
export const stateTopic = `${namespace}/STATE/${hostId}`;

const isLevel = (text: string | undefined): text is string => text !== undefined && (text === "+" || isTopicLevel(text));

/** Whether all that the filter lets through is meant for this edge node: commands to it and its devices, and the state of hosts. */
export const isOwnFilter = (filter: string, sn: string): boolean => {
  const [first, group, name, node, ...rest] = filter.split("/");
  if (first !== namespace) return false;
  if (group === "STATE") return node === undefined && (name === "#" || isLevel(name));
  const [device, ...more] = rest;
  const ownDevices = device === undefined || (more.length === 0 && (device === "#" || isLevel(device)));
  return isLevel(group) && (name === "NCMD" || name === "DCMD") && node === sn && ownDevices;
};
