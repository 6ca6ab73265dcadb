import "@blueprintjs/core/lib/css/blueprint.css";
import "@blueprintjs/table/lib/css/table.css";
import { BlueprintProvider } from "@blueprintjs/core";
import { createRoot } from "react-dom/client";
import { IntlProvider } from "react-intl";
import en from "#locales/en/table.json" with { type: "json" };
import { DataTable } from "#src/kit/table/dataTable.tsx";
import { columns, devices, rowKey } from "./devices.ts";

const nothingChosen: ReadonlySet<string> = new Set();
const choose = (): void => undefined;

export const openKitTable = (place: HTMLElement): void => {
  createRoot(place).render(
    <IntlProvider locale="en" defaultLocale="en" messages={en}>
      <BlueprintProvider>
        <div className="stage">
          <DataTable label="Devices" columns={columns} rows={devices} rowKey={rowKey} selection={nothingChosen} onSelection={choose} />
        </div>
      </BlueprintProvider>
    </IntlProvider>,
  );
};
