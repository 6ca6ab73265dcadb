import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";
import { type AccessUnit, readSample } from "./accessUnits.ts";
import { flvHead, flvPicture } from "./flashVideo.ts";
import { segmentOf } from "./transportStream.ts";

const everyMs = 100;
const perSegment = 20;
const segmentMs = everyMs * perSegment;
const listed = 4;
/** As if the cameras had run for a minute, so that a playlist is whole from the start. */
const earlierMs = 60_000;
/** What may wait for a viewer who does not read. */
const mostWaiting = 1_000_000;

export interface Streams {
  /** Answers `/<camera>.m3u8` with its segments, and `/<camera>.flv`; 404 for everything else. Any page may read it. */
  answer(request: IncomingMessage, response: ServerResponse): void;
  close(): void;
}

/** Live streams of cameras that nobody has: a short recording, which joins on to itself, over and over. */
export const openStreams = (now: () => number = Date.now): Streams => {
  const sample = readSample(readFileSync(fileURLToPath(new URL("./crossing.h264", import.meta.url))));
  const began = now() - earlierMs;
  const viewers = new Set<() => void>();
  const count = sample.pictures.length;

  const picturesFrom = (place: number, length: number): AccessUnit[] =>
    Array.from({ length }, (_, index) => sample.pictures[(place + index) % count]).filter((picture) => picture !== undefined);
  const segment = (index: number, counter: number) =>
    segmentOf(sample, picturesFrom(index * perSegment, perSegment), { ticks: index * segmentMs * 90, every: everyMs * 90, counter, index });
  const sizes = Array.from({ length: count / perSegment }, (_, index) => segment(index, 0).packets);
  const round = sizes.reduce((sum, size) => sum + size, 0);
  /** Counters of packets go on from segment to segment, though each is made when it is asked for. */
  const packetsBefore = (index: number): number =>
    Math.floor(index / sizes.length) * round + sizes.slice(0, index % sizes.length).reduce((sum, size) => sum + size, 0);

  /** The segment that is being recorded. */
  const current = (): number => Math.floor((now() - began) / segmentMs);

  const playlist = (camera: string): string => {
    const first = current() - listed;
    const entries = Array.from(
      { length: listed },
      (_, index) => `#EXTINF:${(segmentMs / 1000).toFixed(3)},\n${camera}-${first + index}.ts`,
    );
    const head = ["#EXTM3U", "#EXT-X-VERSION:3", `#EXT-X-TARGETDURATION:${segmentMs / 1000}`, `#EXT-X-MEDIA-SEQUENCE:${first}`];
    return `${[...head, ...entries].join("\n")}\n`;
  };

  /** From the last key picture on, which the viewer has at once, and then at the pace of time. */
  const send = (response: ServerResponse): void => {
    const first = current() * perSegment;
    let next = first;
    response.write(flvHead(sample));
    const sendDue = (): void => {
      for (const due = Math.floor((now() - began) / everyMs); next <= due; next += 1) {
        const picture = sample.pictures[next % count];
        if (picture) response.write(flvPicture(picture, (next - first) * everyMs));
      }
      if (response.writableLength > mostWaiting) response.destroy();
    };
    sendDue();
    const timer = setInterval(sendDue, everyMs);
    const end = (): void => {
      clearInterval(timer);
      viewers.delete(end);
      response.end();
    };
    viewers.add(end);
    response.once("close", end);
  };

  return {
    answer(request, response) {
      const [, camera = "", index, kind] = /^\/(\w+?)(?:-(\d+))?\.(m3u8|ts|flv)$/.exec((request.url ?? "").split("?")[0] ?? "") ?? [];
      response.setHeader("Access-Control-Allow-Origin", "*");
      response.setHeader("Cache-Control", "no-store");
      if (kind === "m3u8" && index === undefined) {
        response.setHeader("Content-Type", "application/vnd.apple.mpegurl");
        response.end(playlist(camera));
      } else if (kind === "ts" && index !== undefined && Number(index) < current()) {
        response.setHeader("Content-Type", "video/mp2t");
        response.end(segment(Number(index), packetsBefore(Number(index))).bytes);
      } else if (kind === "flv" && index === undefined) {
        response.setHeader("Content-Type", "video/x-flv");
        send(response);
      } else {
        response.statusCode = 404;
        response.end();
      }
    },
    close() {
      for (const end of [...viewers]) end();
    },
  };
};
