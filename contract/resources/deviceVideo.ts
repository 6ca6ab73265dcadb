import { z } from "zod";
import { read, resource, write } from "#contract/kit/call.ts";
import { companyFilter, id, ids, list, nothing, sortedPage, utcTime, version } from "#contract/kit/page.ts";
import { isSeen } from "#contract/kit/plainText.ts";
import { filterText, isWebAddress, paragraph, text } from "#contract/kit/text.ts";
import { limits } from "#contract/limits.ts";

/** How a stream is cut: a playlist of segments, or one answer that does not end. */
export const videoKinds = ["hls", "flv"] as const;
export const videoKind = z.enum(videoKinds, "rule.required");
export type VideoKind = z.output<typeof videoKind>;

const withoutCredentials = (value: string): boolean => {
  if (!URL.canParse(value)) return true;
  const { username, password } = new URL(value);
  return username === "" && password === "";
};

/** Where a stream is. Browsers take no name and password within an address. */
const streamAddress = z
  .string("rule.required")
  .trim()
  .min(1, "rule.required")
  .max(limits.video.address, "rule.tooLong")
  .refine((value) => value === "" || (isWebAddress(value) && isSeen(value) && URL.canParse(value)), "rule.website")
  .refine(withoutCredentials, "rule.video.credentials");

export const videoFields = z.object({
  name: text(limits.names.device),
  kind: videoKind,
  url: streamAddress,
  note: paragraph(limits.remark),
  sort: z.number("rule.number").int("rule.number").min(0, "rule.video.sort").max(limits.video.sort, "rule.video.sort").default(0),
});

export const newVideo = videoFields.extend({ deviceId: id });

export const videoRow = z.object({
  id: z.string(),
  name: z.string(),
  kind: videoKind,
  url: z.string(),
  note: z.string(),
  sort: z.number(),
  deviceId: z.string(),
  deviceName: z.string(),
  deviceSn: z.string(),
  companyName: z.string(),
  createdAt: utcTime,
  /** Whether pages of this server may load the stream: its host is one of those that the operator names. */
  allowed: z.boolean(),
  version: z.number(),
});
export type VideoRow = z.output<typeof videoRow>;

/** Cameras of devices; they are seen with their device and go with it. */
export const deviceVideo = resource(
  "device_video",
  {
    /** The newest first; `id` asks for one alone. */
    query: read(
      z.object({
        ...sortedPage(["name", "deviceName", "kind", "sort", "companyName", "createdAt"]),
        ...companyFilter,
        search: filterText,
        deviceId: z.string().max(64).optional(),
        kind: videoKind.optional(),
        id: z.string().max(64).optional(),
      }),
      list(videoRow),
      { brings: ["device"] },
    ),
    post: write(newVideo, z.object({ id: z.string() })),
    /** A video stays with its device. */
    put: write(videoFields.extend({ id, version }), nothing),
    delete: write(z.object({ ids }), z.object({ removed: z.number() })),
  },
  { zh: "设备视频", en: "device video" },
);
