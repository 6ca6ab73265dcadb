import { CellStyleModule, ClientSideRowModelModule, createGrid, ModuleRegistry, RowSelectionModule, themeQuartz } from "ag-grid-community";
import type { Device } from "#tests/src/kit/harness/devices.ts";
import { columns, devices, rowKey } from "./devices.ts";

/** AG Grid with its defaults, but for the sizes and what the kit's table has too: a column of check boxes, the first column fixed. */
export const openAgGrid = (place: HTMLElement): void => {
  ModuleRegistry.registerModules([CellStyleModule, ClientSideRowModelModule, RowSelectionModule]);
  const stage = document.createElement("div");
  stage.className = "stage";
  place.append(stage);
  createGrid<Device>(stage, {
    theme: themeQuartz.withParams({ fontSize: 12, rowHeight: 28, headerHeight: 32, cellHorizontalPadding: 8 }),
    rowData: devices,
    getRowId: ({ data }) => rowKey(data),
    rowSelection: { mode: "multiRow" },
    selectionColumnDef: { width: 36, pinned: "left" },
    columnDefs: columns.map(({ id, label, width = 140, align, sortable = false, text }, index) => ({
      ...{ colId: id, headerName: label, width, sortable },
      ...(index === 0 ? { pinned: "left" as const } : {}),
      ...(align === "end" ? { cellStyle: { textAlign: "right" } } : {}),
      valueGetter: ({ data }) => (data ? text(data) : ""),
    })),
  });
};
