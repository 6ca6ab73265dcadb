import { useMemo } from "react";
import type { FollowedDevice } from "#contract/resources/deviceFavorites.ts";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import { listRows, writes } from "#src/kit/screen/rowsSource.ts";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { MoveGrip } from "#src/kit/table/moveGrip.tsx";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { useSession } from "#src/session/sessionView.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { deviceFavoritesCalls } from "#store/handles/deviceFavorites.ts";
import { deviceAddress, deviceView } from "./deviceAddress.ts";
import { mainColumns } from "./deviceColumns.tsx";
import { unfollow } from "./following.ts";

type Row = FollowedDevice;
const idOf = ({ id }: Row) => ({ id });
const top = writes(deviceFavoritesCalls.top, idOf);
const bottom = writes(deviceFavoritesCalls.bottom, idOf);
const move = writes(deviceFavoritesCalls.sort, ({ row, place }: { row: Row; place: number }) => ({ id: row.id, place }));

/** Times are shown in `zone`. */
const followList = (zone: string) =>
  screenOf({
    id: "follow",
    route: "/devices/follow",
    rows: listRows(deviceFavoritesCalls.query),
    rowKey: (row) => row.id,
    rowName: (row) => `${row.name} (${row.sn})`,
    search: "search",
    moves: { field: "place", place: (row) => row.place, write: move },
    sort: { field: "place", order: "asc" },
    columns: [
      {
        id: "place",
        width: 70,
        align: "end",
        number: (row) => row.place,
        text: (row) => String(row.place),
        render: (row) => <MoveGrip place={row.place} />,
      },
      ...mainColumns(zone),
      { id: "followedAt", width: 150, instant: (row) => row.followedAt, text: (row) => formatInstant(zone, row.followedAt) },
    ],
    filters: [
      { id: "presence", kind: "select", values: ["online", "offline", "inactive"] },
      { id: "alarmed", kind: "boolean" },
    ],
    address: (row) => deviceAddress(row.id),
    leads: { call: deviceCalls.get.call, view: deviceView },
    bulk: [
      {
        ...{ id: "unfollowMany", icon: "star", call: unfollow.call },
        run: (rows, tools) => tools.send(unfollow, rows, "devices.unfollowed"),
      },
    ],
    rowActions: [
      {
        ...{ id: "top", icon: "double-chevron-up", call: top.call },
        disabled: (row) => row.place === 1,
        run: async (row, tools) => void (await tools.send(top, row, "follow.pinnedTop")),
      },
      {
        ...{ id: "up", icon: "chevron-up", call: move.call },
        disabled: (row) => row.place === 1,
        run: async (row, tools) => void (await tools.send(move, { row, place: row.place - 1 })),
      },
      {
        ...{ id: "down", icon: "chevron-down", call: move.call },
        run: async (row, tools) => void (await tools.send(move, { row, place: row.place + 1 })),
      },
      {
        ...{ id: "bottom", icon: "double-chevron-down", call: bottom.call },
        run: async (row, tools) => void (await tools.send(bottom, row, "follow.pinnedBottom")),
      },
      {
        ...{ id: "unfollow", icon: "star", call: unfollow.call },
        run: async (row, tools) => void (await tools.send(unfollow, [row], "devices.unfollowed")),
      },
    ],
  });

function FollowPage() {
  const { me } = useSession();
  const definition = useMemo(() => followList(me.zone), [me.zone]);
  return <TablePage definition={definition} />;
}

/** Devices that the user follows, in their own order; a row opens the device. */
export const FollowScreen = Object.assign(FollowPage, { definition: followList("UTC") });
