import { useEffect, useRef, useState } from "react";
import { createActor, fromPromise } from "xstate";
import { deviceSubscription, type MissedInput } from "#machines/deviceSubscription.ts";
import { deviceLink, keepDeviceId } from "#src/actors/deviceLink.ts";
import { useRealtimeLink } from "./realtimeContext.ts";

export interface LiveValue {
  readonly value: number | string;
  readonly ts: number;
  /** When it came, by the page's clock. */
  readonly at: number;
}

export type LiveValues = ReadonlyMap<string, LiveValue>;

const none: LiveValues = new Map();

export const valueKey = (slave: number, pointId: string): string => `${slave}/${pointId}`;

/**
 * The values that have come by realtime since the view became active, the last of each point (the server sends no late ones), by `${slave}/${pointId}`. The device is
 * subscribed to while the view is active; after a lost connection `onMissed` has what was missed fetched.
 */
export const useDeviceValues = (deviceId: string, active: boolean, onMissed: () => unknown): LiveValues => {
  const link = useRealtimeLink();
  const [live, setLive] = useState<{ deviceId: string; values: LiveValues }>({ deviceId, values: none });
  const missed = useRef(onMissed);
  useEffect(() => {
    missed.current = onMissed;
  }, [onMissed]);
  useEffect(() => {
    if (!active || deviceId === "") return undefined;
    const fetchMissed = fromPromise<unknown, MissedInput>(async () => missed.current());
    const actor = createActor(deviceSubscription.provide({ actors: { link: deviceLink(link), keepDeviceId, fetchMissed } }), {
      input: { deviceId },
    });
    const values = actor.on("values", ({ content }) => {
      setLive((before) => {
        const next = new Map(before.deviceId === deviceId ? before.values : none);
        for (const { slave, pointId, value, ts } of content.values) next.set(valueKey(slave, pointId), { value, ts, at: Date.now() });
        return { deviceId, values: next };
      });
    });
    actor.start();
    actor.send({ type: "enter" });
    return () => {
      values.unsubscribe();
      actor.send({ type: "leave" });
      actor.stop();
    };
  }, [link, deviceId, active]);
  return live.deviceId === deviceId ? live.values : none;
};
