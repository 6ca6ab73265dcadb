import { expect, test } from "vitest";
import { device } from "#contract/resources/device.ts";
import { api } from "#store/api.ts";
import { attach, staleTags } from "#store/attach.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { deviceFavoritesCalls } from "#store/handles/deviceFavorites.ts";
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
