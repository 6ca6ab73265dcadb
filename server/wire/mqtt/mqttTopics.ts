/** What a device may publish to, below `gw/{sn}/`. */
export const upKinds = ["telemetry", "event", "location", "info", "command/reply", "ota/progress"] as const;
/** What a device may subscribe to. */
export const downKinds = ["command", "ota"] as const;

export type UpKind = (typeof upKinds)[number];
export type DownKind = (typeof downKinds)[number];

/** Bytes of one message. */
export const mostPayload = 65_536;

const upTopic = /^gw\/([^/]+)\/(telemetry|event|location|info|command\/reply|ota\/progress)$/;
const kinds = new Map<string, UpKind>(upKinds.map((kind) => [kind, kind]));

export function topicOf(sn: string, kind: UpKind | DownKind): string {
  return `gw/${sn}/${kind}`;
}

/** The device and kind of an up-topic. */
export function parseTopic(topic: string): { sn: string; kind: UpKind } | undefined {
  const [, sn, name = ""] = upTopic.exec(topic) ?? [];
  const kind = kinds.get(name);
  return sn !== undefined && kind !== undefined ? { sn, kind } : undefined;
}

/** Whether a serial number can stand as one level of a topic. */
export function isTopicLevel(sn: string): boolean {
  return sn.length > 0 && sn.length <= 128 && !/[/+#\0]/.test(sn);
}
