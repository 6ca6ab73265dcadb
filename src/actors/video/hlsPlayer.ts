import Hls, { type ErrorData } from "hls.js/light";
import type { VideoTrouble } from "#machines/videoPlayback.ts";
import { buffered, type Play, type Player } from "./player.ts";

const codecs: ReadonlySet<string> = new Set([
  "manifestIncompatibleCodecsError",
  "bufferAddCodecError",
  "bufferIncompatibleCodecsError",
  "keySystemNoKeys",
]);

const troubleIn = ({ type, details, response, frag, url, context }: ErrorData, player: Player): VideoTrouble => {
  if (codecs.has(details) || type === "keySystemError") return { why: "codec" };
  if (type !== "networkError" || details === "manifestParsingError" || details === "levelEmptyError") return { why: "format" };
  if (details.endsWith("TimeOut")) return { why: "silent" };
  return player.troubleOf(response?.code ?? 0, frag?.url ?? context?.url ?? url ?? player.url);
};

/** Plays HLS by hls.js, near the newest that there is. */
export const playHls: Play = (player) => {
  const { element, url, report } = player;
  if (!Hls.isSupported()) {
    report({ type: "failed", why: "unsupported" });
    return () => undefined;
  }
  const hls = new Hls({
    enableWorker: false,
    backBufferLength: buffered.behind,
    maxBufferLength: buffered.ahead,
    maxMaxBufferLength: buffered.ahead,
    maxBufferSize: buffered.bytes,
    liveSyncDurationCount: 2,
    liveMaxLatencyDurationCount: 6,
    liveDurationInfinity: true,
  });
  let live = false;
  const ended = (): void => report({ type: "failed", why: live ? "ended" : "over" });
  element.addEventListener("ended", ended);
  hls.on(Hls.Events.LEVEL_LOADED, (_, { details }) => {
    live ||= details.live;
  });
  hls.on(Hls.Events.ERROR, (_, data) => {
    if (data.fatal) report({ type: "failed", ...troubleIn(data, player) });
  });
  hls.loadSource(url);
  hls.attachMedia(element);
  return () => {
    element.removeEventListener("ended", ended);
    hls.destroy();
  };
};
