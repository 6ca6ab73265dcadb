import "@blueprintjs/core/lib/css/blueprint.css";
import "@blueprintjs/table/lib/css/table.css";
import "./scroll.css";
import { BlueprintProvider } from "@blueprintjs/core";
import { createRoot } from "react-dom/client";
import { IntlProvider } from "react-intl";
import en from "#locales/en/table.json" with { type: "json" };
import { type Column, DataTable } from "#src/kit/table/dataTable.tsx";
import { type Device, device } from "#tests/src/kit/harness/devices.ts";

const count = 10_000;
const devices = Array.from({ length: count }, (_, index) => device(index, "en"));
const nothingChosen: ReadonlySet<string> = new Set();
const rowKey = (row: Device): string => row.sn;
const choose = (): void => undefined;

const columns: Column<Device>[] = [
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

function Table() {
  return (
    <IntlProvider locale="en" defaultLocale="en" messages={en}>
      <BlueprintProvider>
        <div className="stage">
          <DataTable label="Devices" columns={columns} rows={devices} rowKey={rowKey} selection={nothingChosen} onSelection={choose} />
        </div>
      </BlueprintProvider>
    </IntlProvider>
  );
}

function Plain() {
  return (
    <div className="plain">
      {devices.map(({ sn }) => (
        <div key={sn} className="plain-row" />
      ))}
    </div>
  );
}

const frameTimes: number[] = [];
const note = (at: number): void => {
  frameTimes.push(at);
  requestAnimationFrame(note);
};
requestAnimationFrame(note);
Object.assign(window, { frameTimes });

const place = document.getElementById("root");
if (!place) throw new Error("the page has no place for the application");
createRoot(place).render(window.location.search === "?plain" ? <Plain /> : <Table />);
