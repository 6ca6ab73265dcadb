import { useMemo } from "react";
import { userTypes } from "#contract/resources/user.ts";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import { listRows } from "#src/kit/screen/rowsSource.ts";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { useSession } from "#src/session/sessionView.ts";
import { userCalls } from "#store/handles/user.ts";
import { userColumns } from "./userColumns.tsx";

const userList = (zone: string) =>
  screenOf({
    id: "users",
    route: "/user/list",
    rows: listRows(userCalls.query),
    rowKey: (row) => row.id,
    rowName: (row) => row.account,
    search: "search",
    filters: [
      { id: "type", kind: "select", values: userTypes },
      { id: "enabled", kind: "select", values: ["true", "false"] },
    ],
    columns: userColumns(zone),
  });

function UserListPage() {
  const { me } = useSession();
  const definition = useMemo(() => userList(me.zone), [me.zone]);
  return <TablePage definition={definition} />;
}

/** Accounts of one's own organisation. */
export const UserListScreen = Object.assign(UserListPage, { definition: userList("UTC") });
