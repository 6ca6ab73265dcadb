import { useMemo } from "react";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import { listRows, removesByIds } from "#src/kit/screen/rowsSource.ts";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { listText } from "#src/kit/value/listText.ts";
import { companyFilter } from "#src/screens/company/companySource.ts";
import { useSession } from "#src/session/sessionView.ts";
import { alarmUserWeixinCalls } from "#store/handles/companyWeixin.ts";
import { bindingColumns } from "./bindingColumns.ts";

const dash = "–";

const bindings = (zone: string) =>
  screenOf({
    id: "weixinContacts",
    route: "/company/weixin/contacts",
    rows: listRows(alarmUserWeixinCalls.query),
    rowKey: (row) => row.id,
    rowName: (row) => row.contactName,
    search: "search",
    filters: [companyFilter],
    columns: [
      { id: "contactName", width: 160, sortable: false, text: (row) => row.contactName },
      { id: "groups", width: 220, sortable: false, text: (row, intl) => listText(intl, row.groups) || dash },
      ...bindingColumns("weixinContacts", zone),
    ],
    remove: removesByIds(alarmUserWeixinCalls.delete),
  });

function BoundContactPage() {
  const { me } = useSession();
  const definition = useMemo(() => bindings(me.zone), [me.zone]);
  return <TablePage definition={definition} />;
}

/** Alarm contacts who are told by WeChat. */
export const BoundContactScreen = Object.assign(BoundContactPage, { definition: bindings("UTC") });
