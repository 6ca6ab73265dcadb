import type { z } from "zod";
import { modelFields } from "#contract/resources/deviceModel.ts";
import { defineScreen } from "#src/kit/screen/defineScreen.tsx";
import { listRows, removesByIds, savesOver, writes } from "#src/kit/screen/rowsSource.ts";
import { companyFilter } from "#src/screens/company/companySource.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { deviceModelCalls } from "#store/handles/deviceModel.ts";
import { connectModelAddress, connectView } from "./deviceAddress.ts";
import { useTransmissionOptions } from "./deviceModelOptions.ts";
import { PollingFields } from "./pollingFields.tsx";

type Fields = z.output<typeof modelFields>;
const dash = "–";

/** Models of gateways and products; what a device speaks is said by its model. */
export const ModelScreen = defineScreen({
  id: "models",
  route: "/devices/models",
  rows: listRows(deviceModelCalls.query),
  rowKey: (row) => row.id,
  rowName: (row) => (row.modelId ? `${row.name} (${row.modelId})` : row.name),
  search: "search",
  filters: [companyFilter, { id: "transmission", kind: "select", useOptions: useTransmissionOptions }],
  sort: { field: "name", order: "asc" },
  columns: [
    { id: "name", width: 200, text: (row) => row.name },
    { id: "modelId", width: 160, text: (row) => row.modelId || dash },
    {
      id: "transmission",
      width: 260,
      text: (row, intl) => {
        const type = intl.formatMessage({ id: `devices.transmission.${row.transmission}` });
        return row.spoken ? type : intl.formatMessage({ id: "models.unspoken" }, { type });
      },
    },
    { id: "devices", width: 100, align: "end", number: (row) => row.devices, text: (row) => String(row.devices) },
    { id: "companyName", width: 180, text: (row) => row.companyName },
  ],
  form: {
    schema: modelFields,
    fields: [
      { kind: "text", name: "name" },
      { kind: "text", name: "modelId", help: true },
      { kind: "select", name: "transmission", useOptions: useTransmissionOptions, help: true },
    ],
    editable: (row) => row.changeable,
    Fields: PollingFields,
    blank: () => ({ ...modelFields.parse({ name: "x", transmission: "mqtt-json" }), name: "" }),
    valuesOf: (row) => modelFields.parse(row),
    versionOf: (row) => row.version,
    add: writes(deviceModelCalls.post, (values: Fields) => values),
    edit: savesOver(deviceModelCalls.put),
  },
  remove: { ...removesByIds(deviceModelCalls.delete), removable: (row) => row.changeable },
  rowActions: [
    {
      ...{ id: "connect", icon: "link", call: deviceCalls.connection.call, view: connectView },
      run: (row, tools) => tools.navigate(connectModelAddress(row.id)),
    },
  ],
});
