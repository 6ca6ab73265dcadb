import { type EventObject, fromCallback } from "xstate";
import type { NoticeData } from "#machines/alarmNotices.ts";

/** An alarm's notice; one that is new, in force and to be heard unless said otherwise. */
export const alarmNotice = (id: string, { level = 1, state = 0, released = false, alarmSwitchState = 1 } = {}): NoticeData => ({
  type: 0,
  content: {
    id,
    deviceId: "d",
    deviceName: "boiler",
    deviceSn: "SN1",
    slaveName: "",
    triggerText: "Too hot",
    updateTime: "2026-01-02T00:00:00.000Z",
    state,
    remark: "",
    level,
    alarmSwitchState,
    released,
    count: 1,
  },
});

export const presence = (deviceId: string, state: number, count = 1): NoticeData => ({
  type: 2,
  content: { deviceId, name: deviceId, deviceSn: deviceId, createTime: "2026-01-02T00:00:00.000Z", state, count },
});

/** A frame of the browser that comes when the test says so. */
export const handFrame = () => {
  let draw: (() => void) | undefined;
  const frame = fromCallback<EventObject>(({ sendBack }) => {
    draw = () => sendBack({ type: "frame" });
    return () => {
      draw = undefined;
    };
  });
  return { frame, draw: () => draw?.(), isAsked: () => draw !== undefined };
};
