import mpegts from "mpegts.js";
import type { VideoTrouble } from "#machines/videoPlayback.ts";
import { buffered, type Play, type Player } from "./player.ts";

/** `code` of a DOMException for what the browser cannot do. */
const notSupported = 9;

const troubleIn = (type: string, detail: string, code: number, { url, troubleOf }: Player): VideoTrouble => {
  const details = mpegts.ErrorDetails;
  if (type === mpegts.ErrorTypes.NETWORK_ERROR) {
    if (detail === details.NETWORK_UNRECOVERABLE_EARLY_EOF) return { why: "ended" };
    return detail === details.NETWORK_TIMEOUT ? { why: "silent" } : troubleOf(Math.max(0, code), url);
  }
  const undecodable = detail === details.MEDIA_CODEC_UNSUPPORTED || (detail === details.MEDIA_MSE_ERROR && code === notSupported);
  return { why: undecodable ? "codec" : "format" };
};

/** Plays a live FLV stream over HTTP by mpegts.js, close to the newest that has come. */
export const playFlv: Play = (player) => {
  const { element, url, report } = player;
  if (!mpegts.getFeatureList().mseLivePlayback) {
    report({ type: "failed", why: "unsupported" });
    return () => undefined;
  }
  // What went wrong is said on the page.
  mpegts.LoggingControl.enableAll = false;
  const engine = mpegts.createPlayer(
    { type: "flv", isLive: true, url },
    {
      enableWorker: false,
      lazyLoad: false,
      enableStashBuffer: false,
      liveBufferLatencyChasing: true,
      autoCleanupSourceBuffer: true,
      autoCleanupMinBackwardDuration: buffered.behind / 2,
      autoCleanupMaxBackwardDuration: buffered.behind,
    },
  );
  engine.on(mpegts.Events.ERROR, (type: string, detail: string, info?: { code?: number }) =>
    report({ type: "failed", ...troubleIn(type, detail, info?.code ?? 0, player) }),
  );
  engine.on(mpegts.Events.LOADING_COMPLETE, () => report({ type: "failed", why: "ended" }));
  engine.attachMediaElement(element);
  engine.load();
  return () => engine.destroy();
};
