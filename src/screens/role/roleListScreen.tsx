import { useMemo, useState } from "react";
import type { z } from "zod";
import { builtinRoleNames, type RoleRow, roleFields } from "#contract/resources/role.ts";
import { lazyPart } from "#src/kit/part/lazyPart.tsx";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import { listRows, removesByIds, savesOver, writes } from "#src/kit/screen/rowsSource.ts";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { builtinText } from "#src/kit/value/builtinText.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { companyFilter } from "#src/screens/company/companySource.ts";
import { useSession } from "#src/session/sessionView.ts";
import { roleCalls } from "#store/handles/role.ts";
import { userRoleCalls } from "#store/handles/userRole.ts";
import { roleName } from "./roleName.ts";

type Fields = z.output<typeof roleFields>;
const dash = "–";

const roleList = (zone: string, showPermissions: (row: RoleRow) => void) =>
  screenOf({
    id: "roles",
    route: "/role/list",
    rows: listRows(userRoleCalls.query_user),
    rowKey: (row) => row.id,
    rowName: roleName,
    search: "name",
    filters: [companyFilter],
    sort: { field: "name", order: "asc" },
    columns: [
      {
        id: "name",
        width: 220,
        text: (row, intl) =>
          row.modifiable ? roleName(row, intl) : intl.formatMessage({ id: "roles.notModifiable" }, { name: roleName(row, intl) }),
      },
      {
        id: "description",
        width: 320,
        sortable: false,
        text: (row, intl) => builtinText(builtinRoleNames, row.id, row.description, intl) || dash,
      },
      { id: "companyName", width: 180, text: (row) => row.companyName },
      { id: "users", width: 90, align: "end", number: (row) => row.users, text: (row, intl) => intl.formatNumber(row.users) },
      { id: "createdAt", width: 150, instant: (row) => row.createdAt, text: (row) => formatInstant(zone, row.createdAt) },
    ],
    form: {
      schema: roleFields,
      fields: [
        { kind: "text", name: "name" },
        { kind: "textarea", name: "description" },
      ],
      editable: (row) => row.modifiable,
      blank: () => ({ name: "", description: "" }),
      valuesOf: ({ name, description }) => ({ name, description }),
      versionOf: (row) => row.version,
      add: writes(roleCalls.post, (values: Fields) => values),
      edit: savesOver(roleCalls.put),
    },
    remove: {
      ...removesByIds(roleCalls.delete),
      removable: (row) => row.modifiable && !row.builtin,
    },
    rowActions: [{ id: "permissions", icon: "key", call: roleCalls.permission.call, run: showPermissions }],
  });

const PermissionDrawer = lazyPart(async () => (await import("./permissionDrawer.tsx")).PermissionDrawer, { place: "over" });

function RoleListPage() {
  const { me } = useSession();
  const [shown, setShown] = useState<RoleRow>();
  const definition = useMemo(() => roleList(me.zone, setShown), [me.zone]);
  return (
    <>
      <TablePage definition={definition} />
      {shown && <PermissionDrawer role={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}

/** Roles with their permission trees. */
export const RoleListScreen = Object.assign(RoleListPage, { definition: roleList("UTC", () => undefined) });
