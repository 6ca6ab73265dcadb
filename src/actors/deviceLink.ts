import { type ActorRefFrom, type EventObject, fromCallback } from "xstate";
import type { DataContent } from "#contract/realtime.ts";
import type { DeviceValues, SubscriptionReport, WatchedDevice } from "#machines/deviceSubscription.ts";
import { linkStateOf, type realtimeLink } from "#machines/realtimeLink.ts";

const inMs = ({ deviceId, values }: DataContent): DeviceValues => ({
  deviceId,
  values: values.map(({ ts, ...value }) => ({ ...value, ts: Date.parse(ts) })),
});

/** Joins a device's subscription to the page's realtime link: watches for as long as it runs. */
export const deviceLink = (link: ActorRefFrom<typeof realtimeLink>) =>
  fromCallback<EventObject, WatchedDevice>(({ input: { deviceId }, sendBack }) => {
    const report = (event: SubscriptionReport) => sendBack(event);
    const listeners = [
      link.on("message", ({ message: { data } }) => {
        if (data.type === 1 && data.content.deviceId === deviceId) report({ type: "values", content: inMs(data.content) });
      }),
      link.on("subscribed", (answer) => {
        if (answer.deviceId === deviceId) report({ type: "subscribed", code: answer.code });
      }),
      link.on("lost", () => report({ type: "lost" })),
    ];
    if (linkStateOf(link.getSnapshot()) !== "online") report({ type: "lost" });
    link.send({ type: "watch", deviceId });
    return () => {
      for (const listener of listeners) listener.unsubscribe();
      if (link.getSnapshot().status === "active") link.send({ type: "unwatch", deviceId });
    };
  });

const storageKey = "deviceId";

/** Keeps the id of the device whose page is open in session storage, for as long as it runs. */
export const keepDeviceId = fromCallback<EventObject, WatchedDevice>(({ input: { deviceId } }) => {
  sessionStorage.setItem(storageKey, deviceId);
  return () => {
    if (sessionStorage.getItem(storageKey) === deviceId) sessionStorage.removeItem(storageKey);
  };
});
