import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { RealtimeMessage } from "#contract/realtime.ts";
import { deviceGroup } from "#contract/resources/deviceGroup.ts";
import { staleFromRealtime } from "#src/app/realtime/staleFromRealtime.ts";
import { attach } from "#store/attach.ts";
import { alarmLogCalls } from "#store/handles/alarmLog.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { deviceEventCalls } from "#store/handles/deviceEvent.ts";
import { deviceStateLogCalls } from "#store/handles/deviceStateLog.ts";
import { noticeCalls } from "#store/handles/notice.ts";
import { userCalls } from "#store/handles/user.ts";
import { createStore } from "#store/store.ts";

const alarm = {
  ...{ id: "a", deviceId: "d", deviceName: "D", deviceSn: "SN", slaveName: "", triggerText: "t", updateTime: "" },
  ...{ state: 0, remark: "", level: 1, alarmSwitchState: 1, released: false, count: 1 },
};
const movement = { deviceId: "d", name: "D", deviceSn: "SN", createTime: "", state: 1 };
const messages: Readonly<Record<RealtimeMessage["data"]["type"], RealtimeMessage["data"]>> = {
  0: { type: 0, content: alarm },
  1: { type: 1, content: { deviceId: "d", values: [] } },
  2: { type: 2, content: { ...movement, count: 1 } },
  3: { type: 3, content: movement },
  4: { type: 4, content: { name: "D", deviceSn: "SN", updateTime: "" } },
  5: { type: 5, content: { deviceId: "d", name: "D", deviceSn: "SN", leaseEnd: "2026-12-31", createTime: "", count: 1 } },
};

/** A store that shows a list of each of these, and which of them it asked for since it was looked at last. */
const shown = async () => {
  let asked: string[] = [];
  const store = createStore({
    send: async ({ path }) => {
      asked.push(path);
      return { data: { list: [], total: 0, pageNo: 1, pageSize: 20, pages: 0 } };
    },
    file: () => Promise.reject(new Error("no file is asked for")),
  });
  await Promise.all([
    store.dispatch(alarmLogCalls.query.initiate({})),
    store.dispatch(deviceCalls.query.initiate({})),
    store.dispatch(deviceEventCalls.query.initiate({})),
    store.dispatch(deviceStateLogCalls.query.initiate({})),
    store.dispatch(attach(deviceGroup).query.initiate({})),
    store.dispatch(noticeCalls.query.initiate({})),
    store.dispatch(userCalls.query.initiate({})),
  ]);
  const taken = (): string[] => {
    const since = asked.map((path) => path.split("/")[2] ?? "").sort();
    asked = [];
    return since;
  };
  expect(taken()).toEqual(["alarm_log", "device", "device_event", "device_group", "device_state_log", "notice", "user"]);
  return { stale: staleFromRealtime(store), taken };
};

describe("a realtime message", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each([
    ["an alarm", 0, ["alarm_log", "device", "notice"]],
    ["values", 1, []],
    ["coming and going", 2, ["device", "device_state_log", "notice"]],
    ["a movement", 3, ["device", "device_event"]],
    ["traffic", 4, []],
    ["a service that ends", 5, ["notice"]],
  ] as const)("of %s has exactly those lists asked for anew that it changes", async (_what, type, expected) => {
    const { stale, taken } = await shown();
    stale.message({ code: 0, data: messages[type] });
    await vi.advanceTimersByTimeAsync(999);
    expect(taken()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(taken()).toEqual(expected);
  });

  it("that comes with many others costs one refresh of each list, and the next one another", async () => {
    const { stale, taken } = await shown();
    for (let n = 0; n < 50; n += 1) for (const type of [0, 2, 3] as const) stale.message({ code: 0, data: messages[type] });
    await vi.advanceTimersByTimeAsync(5000);
    expect(taken()).toEqual(["alarm_log", "device", "device_event", "device_state_log", "notice"]);
    stale.message({ code: 0, data: messages[2] });
    await vi.advanceTimersByTimeAsync(1000);
    expect(taken()).toEqual(["device", "device_state_log", "notice"]);
  });
});
