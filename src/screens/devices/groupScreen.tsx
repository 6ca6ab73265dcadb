import type { z } from "zod";
import { deviceGroupFields } from "#contract/resources/deviceGroup.ts";
import { defineScreen } from "#src/kit/screen/defineScreen.tsx";
import { listRows, removesByIds, savesOver, writes } from "#src/kit/screen/rowsSource.ts";
import { deviceGroupCalls } from "#store/handles/deviceGroup.ts";

type Fields = z.output<typeof deviceGroupFields>;

/** The groups of devices that who looks keeps for themselves. */
export const GroupScreen = defineScreen({
  id: "groups",
  route: "/devices/groups",
  rows: listRows(deviceGroupCalls.query),
  rowKey: (row) => row.id,
  rowName: (row) => row.name,
  search: "search",
  sort: { field: "name", order: "asc" },
  columns: [
    { id: "name", width: 240, text: (row) => row.name },
    { id: "remark", width: 320, text: (row) => row.remark || "–", sortable: false },
  ],
  form: {
    schema: deviceGroupFields,
    fields: [
      { kind: "text", name: "name" },
      { kind: "textarea", name: "remark" },
    ],
    blank: () => ({ name: "", remark: "" }),
    valuesOf: ({ name, remark }) => ({ name, remark }),
    versionOf: (row) => row.version,
    add: writes(deviceGroupCalls.post, (values: Fields) => values),
    edit: savesOver(deviceGroupCalls.put),
  },
  remove: removesByIds(deviceGroupCalls.delete),
});
