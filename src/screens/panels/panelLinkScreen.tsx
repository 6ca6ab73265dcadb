import { useMemo } from "react";
import type { z } from "zod";
import { type PanelLinkRow, panelLinkFields } from "#contract/resources/deviceTemplateUiCompany.ts";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import { listRows, removesByIds, writes } from "#src/kit/screen/rowsSource.ts";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { companyFilter, companySource } from "#src/screens/company/companySource.ts";
import { useSession } from "#src/session/sessionView.ts";
import { deviceTemplateUiCompanyCalls } from "#store/handles/deviceTemplateUiCompany.ts";
import { panelLinksView } from "./panelAddress.ts";
import { useOwnPanelChoices, usePanelChoices } from "./usePanels.ts";

type New = z.output<typeof panelLinkFields>;

/** Times are shown in `zone`. */
const linkList = (zone: string) =>
  screenOf({
    id: "panelLinks",
    route: panelLinksView,
    rows: listRows(deviceTemplateUiCompanyCalls.query),
    rowKey: (row) => row.id,
    rowName: (row) => `${row.uiName} · ${row.linkedName}`,
    search: "search",
    filters: [companyFilter, { id: "uiId", kind: "select", useOptions: usePanelChoices }],
    sort: { field: "linkedName", order: "asc" },
    columns: [
      { id: "linkedName", width: 200, text: (row) => row.linkedName },
      { id: "uiName", width: 200, text: (row) => row.uiName },
      { id: "deviceTemplateName", width: 180, text: (row) => row.deviceTemplateName },
      { id: "ownerName", width: 180, sortable: false, text: (row) => row.ownerName },
      { id: "createdAt", width: 150, instant: (row) => row.createdAt, text: (row) => formatInstant(zone, row.createdAt) },
    ],
    form: {
      schema: panelLinkFields,
      fields: [
        { kind: "find", name: "companyId", source: companySource, help: true },
        { kind: "select", name: "uiId", useOptions: useOwnPanelChoices },
      ],
      blank: () => ({ companyId: "", uiId: "" }),
      valuesOf: ({ companyId, uiId }) => ({ companyId, uiId }),
      add: writes(deviceTemplateUiCompanyCalls.post, (values: New) => values),
    },
    remove: { ...removesByIds<PanelLinkRow>(deviceTemplateUiCompanyCalls.delete), removable: (row) => row.changeable },
  });

function PanelLinkPage() {
  const { me } = useSession();
  const definition = useMemo(() => linkList(me.zone), [me.zone]);
  return <TablePage definition={definition} />;
}

/** Which panels the devices of which organisations show. */
export const PanelLinkScreen = Object.assign(PanelLinkPage, { definition: linkList("UTC") });
