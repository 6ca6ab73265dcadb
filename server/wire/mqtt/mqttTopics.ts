import { type UpKind, upKinds } from "#server/wire/protocol.ts";

/** What a device may subscribe to. */
export const downKinds = ["command", "ota"] as const;

export type DownKind = (typeof downKinds)[number];

const upTopic = /^gw\/([^/]+)\/(telemetry|event|location|info|command\/reply|ota\/progress)$/;
const kinds = new Map<string, UpKind>(upKinds.map((kind) => [kind, kind]));

export const topicOf = (sn: string, kind: UpKind | DownKind): string => `gw/${sn}/${kind}`;

/** The device and kind of an up-topic. */
export const parseTopic = (topic: string): { sn: string; kind: UpKind } | undefined => {
  const [, sn, name = ""] = upTopic.exec(topic) ?? [];
  const kind = kinds.get(name);
  return sn !== undefined && kind !== undefined ? { sn, kind } : undefined;
};
