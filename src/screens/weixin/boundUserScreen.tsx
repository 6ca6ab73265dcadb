import { useMemo } from "react";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import { listRows, removesByIds } from "#src/kit/screen/rowsSource.ts";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { companyFilter } from "#src/screens/company/companySource.ts";
import { useSession } from "#src/session/sessionView.ts";
import { userWeixinCalls } from "#store/handles/companyWeixin.ts";
import { bindingColumns } from "./bindingColumns.ts";

const bindings = (zone: string) =>
  screenOf({
    id: "weixinUsers",
    route: "/company/weixin/users",
    rows: listRows(userWeixinCalls.query),
    rowKey: (row) => row.id,
    rowName: (row) => row.account,
    search: "search",
    filters: [companyFilter],
    columns: [
      { id: "account", width: 160, sortable: false, text: (row) => row.account },
      { id: "userName", width: 160, sortable: false, text: (row) => row.userName },
      ...bindingColumns("weixinUsers", zone),
    ],
    remove: removesByIds(userWeixinCalls.delete),
  });

function BoundUserPage() {
  const { me } = useSession();
  const definition = useMemo(() => bindings(me.zone), [me.zone]);
  return <TablePage definition={definition} />;
}

/** Users who follow an official account. */
export const BoundUserScreen = Object.assign(BoundUserPage, { definition: bindings("UTC") });
