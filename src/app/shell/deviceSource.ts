import { device } from "#contract/resources/device.ts";
import type { Store } from "#store/store.ts";
import type { PaletteItem, PaletteSource } from "./paletteSource.ts";

const detail = "/devices/deviceDatail";
const most = 8;

/** Finds devices by a part of their name or SN. What it takes to ask is loaded with the first question. */
export const deviceSource = (store: Store): PaletteSource => ({
  id: "devices",
  title: "palette.devices",
  needs: { call: device.calls.query_mini.path, screen: detail },
  async search(text, signal) {
    const { deviceCalls } = await import("#store/handles/device.ts");
    if (signal.aborted) return { items: [], more: 0 };
    const asked = store.dispatch(
      deviceCalls.query_mini.initiate({ search: text, pageSize: most }, { subscribe: false, forceRefetch: true }),
    );
    const end = () => asked.abort();
    signal.addEventListener("abort", end);
    const { data, error } = await asked;
    signal.removeEventListener("abort", end);
    if (!data) throw new Error("devices could not be asked for", { cause: error });
    const items = data.list.map(
      ({ id, name, sn }): PaletteItem => ({ id, label: name || sn, detail: sn, to: `${detail}?id=${encodeURIComponent(id)}` }),
    );
    return { items, more: Math.max(0, data.total - items.length) };
  },
});
