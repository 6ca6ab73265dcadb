import "@blueprintjs/core/lib/css/blueprint.css";
import "@blueprintjs/table/lib/css/table.css";
import "./harness.css";
import { BlueprintProvider, Button } from "@blueprintjs/core";
import { StrictMode, useCallback, useMemo, useState } from "react";
import { createRoot } from "react-dom/client";
import { IntlProvider } from "react-intl";
import en from "#locales/en/table.json" with { type: "json" };
import zh from "#locales/zh/table.json" with { type: "json" };
import { type Column, DataTable, type RowAction } from "#src/kit/table/dataTable.tsx";
import type { TableSort } from "#src/kit/table/tableColumn.ts";
import { defaultLayout, type TableLayout } from "#src/kit/table/tableLayout.ts";
import { type Device, device } from "./devices.ts";

const query = new URLSearchParams(window.location.search);
const lang = query.get("lang") === "zh" ? "zh" : "en";
const total = Number(query.get("rows") ?? 200);
const words = {
  en: ["Name", "Serial number", "State", "Model", "Signal", "Temperature", "Organisation", "Address", "Firmware", "Last seen"],
  zh: ["设备名称", "序列号", "状态", "型号", "信号", "温度", "所属组织", "地址", "固件", "最后在线"],
}[lang];
const word = (i: number) => words[i] ?? "";
const rowKey = (row: Device) => row.sn;

declare global {
  interface Window {
    /** Names of the rows in the order in which they were drawn. */
    drawn: string[];
  }
}

document.documentElement.lang = lang;
window.drawn = [];
if (query.has("dark")) document.body.classList.add("bp6-dark");

function Harness() {
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const [sort, setSort] = useState<TableSort>();
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set(query.has("kept") ? ["other-page"] : []));
  const [layout, setLayout] = useState<TableLayout>(defaultLayout);
  const [last, setLast] = useState("");
  const [loading, setLoading] = useState(query.has("loading"));

  const columns = useMemo<Column<Device>[]>(
    () => [
      {
        id: "name",
        label: word(0),
        width: 180,
        sortable: true,
        text: (row) => row.name,
        edit: {
          value: (row) => row.name,
          check: (value) => (value.trim() === "" ? "A name is needed" : undefined),
          async commit(row, value) {
            if (value === "refused") throw new Error("The server said no");
            setNames((all) => new Map(all).set(row.sn, value));
          },
          maxLength: 40,
        },
      },
      { id: "sn", label: word(1), width: 150, mono: true, sortable: true, text: (row) => row.sn },
      {
        ...{ id: "state", label: word(2), width: 96, text: (row) => row.state },
        render(row) {
          window.drawn.push(row.name);
          return <State value={row.state} />;
        },
      },
      { id: "model", label: word(3), width: 110, text: (row) => row.model },
      { id: "signal", label: word(4), width: 84, align: "end", sortable: true, text: (row) => `${row.signal} dBm` },
      {
        id: "temperature",
        label: word(5),
        width: 110,
        align: "end",
        sortable: true,
        text: (row) => (row.temperature === undefined ? "–" : row.temperature.toFixed(1)),
      },
      { id: "organisation", label: word(6), width: 180, text: (row) => row.organisation },
      { id: "address", label: word(7), width: 220, text: (row) => row.address },
      { id: "firmware", label: word(8), width: 90, mono: true, text: (row) => row.firmware },
      { id: "seen", label: word(9), width: 150, sortable: true, text: (row) => row.seen },
    ],
    [],
  );
  const rows = useMemo(() => {
    if (loading) return [];
    const all = Array.from({ length: total }, (_, i) => (query.has("holes") && i >= 40 ? undefined : device(i, lang)));
    const named = all.map((row) => row && { ...row, name: names.get(row.sn) ?? row.name });
    return sort?.order === "desc" ? named.reverse() : named;
  }, [loading, names, sort]);
  const rowActions = useCallback(
    (row: Device): RowAction[] => [
      { id: "view", label: "View", icon: "eye-open", run: () => setLast(`view ${row.sn}`) },
      { id: "edit", label: "Edit", icon: "edit", run: () => setLast(`edit ${row.sn}`) },
      { id: "delete", label: "Delete", icon: "trash", intent: "danger", run: () => setLast(`delete ${row.sn}`) },
      { id: "move", label: "Transfer", icon: "arrow-right", run: () => setLast(`move ${row.sn}`) },
      { id: "log", label: "Logs", icon: "history", disabled: true, run: () => setLast(`log ${row.sn}`) },
    ],
    [],
  );
  return (
    <main className="page">
      <h1>Devices</h1>
      <Button id="before" size="small" onClick={() => setLoading((now) => !now)}>
        Before
      </Button>
      <div className="stage">
        <DataTable
          label="Devices"
          columns={columns}
          rows={rows}
          rowKey={rowKey}
          loading={loading}
          sort={sort}
          onSort={(next) => {
            setSort(next);
            setLast(`sort ${next ? `${next.field} ${next.order}` : "none"}`);
          }}
          {...(query.has("plain") ? {} : { selection, onSelection: setSelection, rowActions })}
          onOpen={(row) => setLast(`open ${row.sn}`)}
          onRangeNeeded={(from, to) => setLast(`range ${from} ${to}`)}
          density={query.has("comfortable") ? "comfortable" : "dense"}
          layout={layout}
          onLayout={setLayout}
          emptyState={<span>No devices yet</span>}
        />
      </div>
      <Button id="after" size="small">
        After
      </Button>
      <output id="last">{last}</output>
      <output id="selected">{[...selection].join(" ")}</output>
      <output id="layout">{JSON.stringify(layout)}</output>
    </main>
  );
}

function State({ value }: { value: string }) {
  return (
    <span className={`state state-${value}`}>
      <i aria-hidden="true" />
      {value}
    </span>
  );
}

const container = document.getElementById("root");
if (container) {
  createRoot(container).render(
    <StrictMode>
      <IntlProvider locale={lang} defaultLocale={lang} messages={lang === "zh" ? zh : en}>
        <BlueprintProvider>
          <Harness />
        </BlueprintProvider>
      </IntlProvider>
    </StrictMode>,
  );
}
