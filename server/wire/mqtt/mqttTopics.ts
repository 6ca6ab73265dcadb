import { type UpKind, upKinds } from "#server/wire/protocol.ts";
import { parseSparkplugTopic, type SparkplugTopic, sparkplugTopicOf } from "#server/wire/sparkplug/sparkplugTopic.ts";

/** What a device may subscribe to. */
export const downKinds = ["command", "ota"] as const;

export type DownKind = (typeof downKinds)[number];

const upTopic = /^gw\/([^/]+)\/(telemetry|event|location|info|command\/reply|ota\/progress)$/;
const kinds = new Map<string, UpKind>(upKinds.map((kind) => [kind, kind]));

/** What a message of a device is about: one of the kinds, or what Sparkplug calls it. */
export type Place = UpKind | SparkplugTopic;

export const topicOf = (sn: string, place: Place | DownKind): string =>
  typeof place === "string" ? `gw/${sn}/${place}` : sparkplugTopicOf(sn, place);

/** The device and the place of an up-topic. */
export const parseTopic = (topic: string): { sn: string; place: Place } | undefined => {
  const [, sn, name = ""] = upTopic.exec(topic) ?? [];
  const kind = kinds.get(name);
  return sn !== undefined && kind !== undefined ? { sn, place: kind } : parseSparkplugTopic(topic);
};

/** Whether a filter lets a topic through. */
export const isWithin = (topic: string, filter: string): boolean => {
  const levels = topic.split("/");
  const asked = filter.split("/");
  for (const [at, level] of asked.entries()) {
    if (level === "#") return levels.length >= at;
    if (at >= levels.length || (level !== "+" && level !== levels[at])) return false;
  }
  return levels.length === asked.length;
};
