import { useMemo } from "react";
import type { z } from "zod";
import { device } from "#contract/resources/device.ts";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import { listRows, removesByIds, writes } from "#src/kit/screen/rowsSource.ts";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { companyFilter } from "#src/screens/company/companySource.ts";
import { useSession } from "#src/session/sessionView.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { blankPair, RegistryPairs } from "./registryPairs.tsx";
import "./devices.css";

const fields = device.calls.addSnAndPsd.request;
const dash = "–";

const registry = (zone: string, companyId: string) =>
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
  });

function RegistryPage() {
  const { me } = useSession();
  const definition = useMemo(() => registry(me.zone, me.companyId), [me.zone, me.companyId]);
  return <TablePage definition={definition} />;
}

/** SNs with their passwords that are known before their devices are added. */
export const RegistryScreen = Object.assign(RegistryPage, { definition: registry("UTC", "c1") });
