import type { GroupMember } from "#contract/resources/deviceGroupMember.ts";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import { rowsFrom, typedFilters, type Write, writes } from "#src/kit/screen/rowsSource.ts";
import type { TypedForm } from "#src/kit/screen/typedScreen.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { deviceCompanyGroupCalls } from "#store/handles/deviceCompanyGroup.ts";
import { deviceGroupMemberCalls } from "#store/handles/deviceGroupMember.ts";
import { deviceAddress, deviceView } from "./deviceAddress.ts";
import { mainColumns } from "./deviceColumns.tsx";
import type { Whose } from "./groupAddress.ts";
import { MemberField } from "./memberField.tsx";
import { memberRequest, type PickedMember, pickedMembers } from "./memberRequest.ts";

type Row = GroupMember;
type Picked = { members: PickedMember[] };

const WholeDevices = () => <MemberField slaves={false} />;
const DevicesAndSlaves = () => <MemberField slaves />;

const wholeOf = (rows: readonly Row[]) => rows.filter(({ slaveId }) => slaveId === "").map(({ id }) => id);
const slavesOf = (rows: readonly Row[]) => rows.flatMap(({ slaveId }) => (slaveId === "" ? [] : [slaveId]));

const takesOut = (whose: Whose, id: string): Write<readonly Row[]> =>
  whose === "company"
    ? writes(deviceCompanyGroupCalls.remove_from_group, (rows) => ({ id, deviceIds: wholeOf(rows), slaveIds: slavesOf(rows) }))
    : writes(deviceGroupMemberCalls.remove, (rows) => ({ id, deviceIds: wholeOf(rows) }));

const formOf = (whose: Whose, id: string): TypedForm<Row, typeof pickedMembers> => ({
  schema: pickedMembers,
  Fields: whose === "company" ? DevicesAndSlaves : WholeDevices,
  wide: true,
  blank: () => ({ members: [] }),
  valuesOf: () => ({ members: [] }),
  versionOf: () => 0,
  add:
    whose === "company"
      ? writes(deviceCompanyGroupCalls.add_to_group, ({ members }: Picked) => memberRequest(id, members))
      : writes(deviceGroupMemberCalls.add, ({ members }: Picked) => ({ id, deviceIds: members.map(({ deviceId }) => deviceId) })),
});

/** What one group holds, and the drawer that puts more into it; times are shown in `zone`. */
export const memberList = ({ whose, id, zone }: { whose: Whose; id: string; zone: string }) => {
  const calls = whose === "company" ? deviceCompanyGroupCalls.query_group_slave : deviceGroupMemberCalls.query;
  const takeOut = takesOut(whose, id);
  return screenOf({
    id: "groupMembers",
    route: `/devices/group/${whose}`,
    rows: rowsFrom(calls, {
      toRequest: ({ pageNo, pageSize, sort, filters }) => ({
        ...typedFilters(calls.call.request, filters),
        ...{ id, pageNo, pageSize, sortField: sort?.field, sortOrder: sort?.order },
      }),
      fromAnswer: ({ list, total, pageNo, pageSize }) => ({ rows: list, total, pageNo, pageSize }),
    }),
    rowKey: (row) => `${row.id} ${row.slaveId}`,
    rowName: (row) => (row.slaveId === "" ? `${row.name} (${row.sn})` : `${row.name} · ${row.slaveNo} ${row.slaveName}`),
    search: "search",
    sort: { field: "name", order: "asc" },
    columns: [
      ...mainColumns(zone).slice(0, 2),
      ...(whose === "company"
        ? [
            {
              id: "slave",
              width: 150,
              sortable: false as const,
              text: (row: Row, intl: { formatMessage(d: { id: string }): string }) =>
                row.slaveId === "" ? intl.formatMessage({ id: "groupMembers.whole" }) : `${row.slaveNo} ${row.slaveName}`,
            },
          ]
        : []),
      ...mainColumns(zone).slice(2),
      { id: "addedAt", width: 150, instant: (row) => row.addedAt, text: (row) => formatInstant(zone, row.addedAt) },
    ],
    filters: [{ id: "presence", kind: "select", values: ["online", "offline", "inactive"] }],
    form: formOf(whose, id),
    address: (row) => deviceAddress(row.id),
    leads: { call: deviceCalls.get.call, view: deviceView },
    bulk: [
      {
        ...{ id: "takeOutMany", icon: "cross", call: takeOut.call },
        run: (rows, tools) => tools.send(takeOut, rows, "groupMembers.takenOut"),
      },
    ],
    rowActions: [
      {
        ...{ id: "takeOut", icon: "cross", call: takeOut.call },
        run: async (row, tools) => void (await tools.send(takeOut, [row], "groupMembers.takenOut")),
      },
    ],
  });
};
