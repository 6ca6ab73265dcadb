import { expect, test } from "vitest";
import { device } from "#contract/resources/device.ts";
import { api } from "#store/api.ts";
import { attach, staleTags } from "#store/attach.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { deviceDataLogCalls } from "#store/handles/deviceDataLog.ts";
import { deviceFavoritesCalls } from "#store/handles/deviceFavorites.ts";
import { deviceLocationTrackCalls } from "#store/handles/deviceLocationTrack.ts";
import { deviceTypeCalls } from "#store/handles/deviceType.ts";
import { createStore } from "#store/store.ts";

test("a resource has one set of handles, whoever attaches it", () => {
  expect(attach(device)).toBe(deviceCalls);
});

test("a list of another resource's rows is asked anew when they have changed, whether it was answered or refused", async () => {
  for (const data of [{ list: [], total: 0, pageNo: 1, pageSize: 20 }, undefined]) {
    const asked: string[] = [];
    const store = createStore({
      async send({ path }) {
        asked.push(path);
        return data === undefined ? { error: { code: 403, message: "no", data: null } } : { data };
      },
      file: async () => ({ error: { code: 500, message: "", data: null } }),
    });
    await store.dispatch(deviceFavoritesCalls.query.initiate({}));
    await store.dispatch(deviceTypeCalls.query.initiate({}));
    store.dispatch(api.util.invalidateTags(staleTags(["device"])));
    await Promise.all(store.dispatch(api.util.getRunningQueriesThunk()));
    expect(asked).toEqual(["/api/device_favorites/query", "/api/device_type/query", "/api/device_favorites/query"]);
  }
});

test("times that are counted with are milliseconds once an answer is kept: of curves and of tracks", async () => {
  const [first, second] = ["2026-08-01T00:00:00.000Z", "2026-08-01T00:01:00.250Z"];
  const answers: Record<string, unknown> = {
    [deviceDataLogCalls.query_mutil.call.path]: {
      curves: [{ ts: [first, second], value: [1, null], before: { ts: first, value: 0 }, invalid: [{ ts: second, code: "type" }] }],
      ...{ zone: "Asia/Shanghai", from: first, to: second, reduced: false },
    },
    [deviceLocationTrackCalls.query.call.path]: { places: [{ at: second, lng: 1, lat: 2 }], total: 1, stepMs: 0 },
  };
  const store = createStore({
    send: async ({ path }) => ({ data: answers[path] }),
    file: async () => ({ error: { code: 500, message: "", data: null } }),
  });
  const period = { deviceId: "d", from: first, to: second };
  const curves = await store.dispatch(deviceDataLogCalls.query_mutil.initiate({ ...period, points: [{ slave: 1, pointId: "p" }] }));
  const track = await store.dispatch(deviceLocationTrackCalls.query.initiate(period));
  const [start, end] = [Date.UTC(2026, 7, 1), Date.UTC(2026, 7, 1, 0, 1, 0, 250)];
  expect([curves.data, track.data]).toEqual([
    {
      curves: [{ ts: [start, end], value: [1, null], before: { ts: start, value: 0 }, invalid: [{ ts: end, code: "type" }] }],
      ...{ zone: "Asia/Shanghai", from: start, to: end, reduced: false },
    },
    { places: [{ at: end, lng: 1, lat: 2 }], total: 1, stepMs: 0 },
  ]);
});
