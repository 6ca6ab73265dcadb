import type { Insertable } from "kysely";
import type { DeviceVideoTable } from "#server/db/deviceVideos.ts";
import { type Gateway, kinds } from "./fleet.ts";

const cameras = [
  { name: "大门 Gate", kind: "hls", path: "/gate.m3u8", note: "" },
  { name: "设备间 Plant room", kind: "flv", path: "/plant.flv", note: "低延迟 Low latency" },
] as const;

/** Two cameras at the first gateway of each kind, whose streams are at `base`. */
export const videoRows = (fleet: readonly Gateway[], base: string, at: number): Insertable<DeviceVideoTable>[] =>
  kinds.flatMap((kind) => {
    const gateway = fleet.find((one) => one.kind === kind);
    if (!gateway) return [];
    return cameras.map(({ path, ...camera }, place) => ({
      ...{ ...camera, id: `demo-video-${gateway.id}-${place}`, device_id: gateway.id, url: base + path, sort: place + 1 },
      ...{ created_at: at, updated_at: at, updated_by: "" },
    }));
  });
