import { type EventObject, fromCallback } from "xstate";
import type { VideoKind } from "#contract/resources/deviceVideo.ts";
import type { VideoReport, VideoTrouble } from "#machines/videoPlayback.ts";
import { loadPart } from "#src/kit/part/loadPart.ts";
import type { Play } from "./player.ts";

export interface PlayedVideo {
  readonly kind: VideoKind;
  readonly url: string;
  /** Whether the page's policy lets it be loaded. */
  readonly allowed: boolean;
}

/** Each player comes with the first stream of its kind. */
const players: Readonly<Record<VideoKind, () => Promise<Play>>> = {
  hls: () => loadPart(async () => (await import("./hlsPlayer.ts")).playHls),
  flv: () => loadPart(async () => (await import("./flvPlayer.ts")).playFlv),
};

const lookEveryMs = 500;
/** So long without a new picture is no hiccup. */
const stallMs = 4_000;

/** Tells whether pictures come: by the time that the element shows, whatever the player believes. */
const watchProgress = (element: HTMLVideoElement, report: (event: VideoReport) => void): (() => void) => {
  let shown = element.currentTime;
  let movedAt = performance.now();
  let moving: boolean | undefined;
  const look = (): void => {
    const now = performance.now();
    const isNew = element.currentTime !== shown && element.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA;
    shown = element.currentTime;
    if (isNew) movedAt = now;
    if (isNew && moving !== true) report({ type: "live" });
    else if (moving === true && now - movedAt > stallMs) report({ type: "stalled" });
    else return;
    moving = isNew;
  };
  const timer = setInterval(look, lookEveryMs);
  return () => clearInterval(timer);
};

const originOf = (address: string): string => (URL.canParse(address, location.href) ? new URL(address, location.href).origin : "");

/** Browsers take what this very machine serves for as safe as the page. */
const isMixed = (url: string): boolean =>
  location.protocol === "https:" && /^http:/i.test(url) && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);

const byStatus = (status: number): VideoTrouble => {
  if (status === 404 || status === 410) return { why: "missing", status };
  return { why: status === 401 || status === 403 ? "unauthorised" : "refused", status };
};

/** Hosts that the page's policy kept answers of, since the watch began. */
const watchPolicy = (): { kept: ReadonlySet<string>; end(): void } => {
  const kept = new Set<string>();
  const note = ({ blockedURI }: SecurityPolicyViolationEvent): void => void kept.add(originOf(blockedURI));
  document.addEventListener("securitypolicyviolation", note);
  return { kept, end: () => document.removeEventListener("securitypolicyviolation", note) };
};

/** Plays a stream in the element, without sound, until it is stopped. The address stays here: no state of the page holds it. */
export const videoPlayer = ({ kind, url, allowed }: PlayedVideo, elementNow: () => HTMLVideoElement | null) =>
  fromCallback<EventObject>(({ sendBack }) => {
    const report = (event: VideoReport): void => sendBack(event);
    const element = elementNow();
    if (!element) return undefined;
    if (!allowed) {
      report({ type: "failed", why: "source", origin: originOf(url) });
      return undefined;
    }
    if (isMixed(url)) {
      report({ type: "failed", why: "mixed" });
      return undefined;
    }
    const policy = watchPolicy();
    const unwatch = watchProgress(element, report);
    let stopped = false;
    let end = (): void => undefined;
    const troubleOf = (status: number, from: string): VideoTrouble => {
      if (status > 0) return byStatus(status);
      const origin = originOf(from);
      // What is kept of an address that is allowed itself led elsewhere, and where to is not told.
      return policy.kept.has(origin) && origin !== originOf(url) ? { why: "source", origin } : { why: "unreachable" };
    };
    const begin = async (): Promise<void> => {
      const play = await players[kind]();
      if (stopped) return;
      end = play({ element, url, report, troubleOf });
      await element.play();
    };
    begin().catch((fault: unknown) => {
      // One that is stopped before it began to play says so, and has nothing to tell.
      const name = fault instanceof Error ? fault.name : "";
      if (stopped || name === "AbortError") return;
      report({ type: "failed", why: name === "NotAllowedError" ? "blocked" : name === "PartFault" ? "unloaded" : "format" });
    });
    return () => {
      stopped = true;
      unwatch();
      policy.end();
      end();
    };
  });
