import type { Column } from "#src/kit/table/dataTable.tsx";
import { type Device, device } from "#tests/src/kit/harness/devices.ts";

export const devices = Array.from({ length: 10_000 }, (_, index) => device(index, "en"));
export const rowKey = (row: Device): string => row.sn;

/** The columns of every table that is measured, beside one of check boxes. */
export const columns: Column<Device>[] = [
  { id: "name", label: "Name", width: 220, sortable: true, text: (row) => row.name },
  { id: "sn", label: "Serial number", width: 150, mono: true, sortable: true, text: (row) => row.sn },
  { id: "state", label: "State", width: 96, text: (row) => row.state },
  { id: "model", label: "Model", width: 110, text: (row) => row.model },
  { id: "signal", label: "Signal", width: 84, align: "end", sortable: true, text: (row) => `${row.signal} dBm` },
  { id: "temperature", label: "Temperature", width: 110, align: "end", text: (row) => row.temperature?.toFixed(1) ?? "–" },
  { id: "organisation", label: "Organisation", width: 180, text: (row) => row.organisation },
  { id: "address", label: "Address", width: 160, text: (row) => row.address },
  { id: "firmware", label: "Firmware", width: 90, mono: true, text: (row) => row.firmware },
  { id: "seen", label: "Last seen", width: 150, sortable: true, text: (row) => row.seen },
];
