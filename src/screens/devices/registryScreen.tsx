import { useMemo, useState } from "react";
import type { z } from "zod";
import { device, type RegistryRow } from "#contract/resources/device.ts";
import { lazyPart } from "#src/kit/part/lazyPart.tsx";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import { listRows, removesByIds, writes } from "#src/kit/screen/rowsSource.ts";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { companyFilter } from "#src/screens/company/companySource.ts";
import { snTables } from "#src/screens/imports/importKind.ts";
import type { LabelText } from "#src/screens/labels/labelsDialog.tsx";
import { useSession } from "#src/session/sessionView.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { blankPair, RegistryPairs } from "./registryPairs.tsx";
import "./devices.css";

const fields = device.calls.addSnAndPsd.request;
const dash = "–";
const addView = "/devices/adds";

const GenerateSns = lazyPart(async () => (await import("./generateSns.tsx")).GenerateSns, { place: "over" });
const LabelsDialog = lazyPart(async () => (await import("#src/screens/labels/labelsDialog.tsx")).LabelsDialog, { place: "over" });

interface RegistryOptions {
  zone: string;
  companyId: string;
  onGenerate(): void;
  onLabels(labels: readonly LabelText[]): void;
}

const labelOf = ({ sn }: RegistryRow): LabelText => ({ sn, name: "", model: "" });

const registry = ({ zone, companyId, onGenerate, onLabels }: RegistryOptions) =>
  screenOf({
    id: "registry",
    route: "/devices/registry",
    rows: listRows(deviceCalls.querysnpsw),
    rowKey: (row) => row.id,
    rowName: (row) => row.sn,
    search: "search",
    filters: [companyFilter, { id: "used", kind: "boolean" }],
    sort: { field: "createdAt", order: "desc" },
    columns: [
      { id: "sn", width: 220, mono: true, text: (row) => row.sn },
      { id: "password", width: 200, sortable: false, mono: true, text: (row) => row.password || dash },
      {
        id: "used",
        width: 110,
        sortable: false,
        text: (row, intl) => intl.formatMessage({ id: row.used ? "registry.used" : "registry.unused" }),
      },
      { id: "companyName", width: 180, text: (row) => row.companyName },
      { id: "createdAt", width: 160, instant: (row) => row.createdAt, text: (row) => formatInstant(zone, row.createdAt) },
    ],
    form: {
      schema: fields,
      Fields: RegistryPairs,
      wide: true,
      blank: () => ({ companyId, pairs: [blankPair()] }),
      valuesOf: () => ({ pairs: [] }),
      versionOf: () => 0,
      add: writes(deviceCalls.addSnAndPsd, (values: z.output<typeof fields>) => values),
    },
    remove: removesByIds(deviceCalls.delSnAndPsd),
    actions: [
      {
        id: "generate",
        icon: "series-add",
        call: deviceCalls.generate_sn.call,
        run: onGenerate,
      },
      {
        ...{ id: "import", icon: "import", call: deviceCalls.import_sn.call, view: snTables.route },
        run: (tools) => tools.navigate(snTables.route),
      },
    ],
    rowActions: [
      {
        ...{ id: "use", icon: "plus", call: deviceCalls.post.call, view: addView },
        shown: (row) => !row.used,
        run: (row, tools) => tools.navigate(`${addView}?sn=${encodeURIComponent(row.sn)}`),
      },
    ],
    bulk: [
      {
        ...{ id: "labels", icon: "print", call: deviceCalls.addSnAndPsd.call },
        run(rows) {
          onLabels(rows.map(labelOf));
          return false;
        },
      },
    ],
  });

function RegistryPage() {
  const { me } = useSession();
  const [generating, setGenerating] = useState(false);
  const [labels, setLabels] = useState<readonly LabelText[]>();
  const definition = useMemo(
    () => registry({ zone: me.zone, companyId: me.companyId, onGenerate: () => setGenerating(true), onLabels: setLabels }),
    [me.zone, me.companyId],
  );
  return (
    <>
      <TablePage definition={definition} />
      {generating && <GenerateSns onLabels={setLabels} onClose={() => setGenerating(false)} />}
      {labels && <LabelsDialog labels={labels} onClose={() => setLabels(undefined)} />}
    </>
  );
}

const nothing = () => undefined;

/** SNs with their passwords that are known before their devices are added. */
export const RegistryScreen = Object.assign(RegistryPage, {
  definition: registry({ zone: "UTC", companyId: "c1", onGenerate: nothing, onLabels: nothing }),
});
