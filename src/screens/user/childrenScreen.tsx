import { useMemo, useState } from "react";
import type { z } from "zod";
import {
  childEditFields,
  type companyChildFields,
  givenUserTypes,
  companyChildFields as newFields,
  type UserRow,
  userTypes,
} from "#contract/resources/user.ts";
import { lazyPart } from "#src/kit/part/lazyPart.tsx";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import { listRows, removesByIds, savesOver, writes } from "#src/kit/screen/rowsSource.ts";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { companyFilter } from "#src/screens/company/companySource.ts";
import { deactivates } from "#src/screens/user/deactivation.ts";
import { useSession } from "#src/session/sessionView.ts";
import { userCalls } from "#store/handles/user.ts";
import { NewChildFields } from "./childFields.tsx";
import { OwnProof } from "./ownerProof.tsx";
import { userColumns } from "./userColumns.tsx";

type New = z.output<typeof companyChildFields>;
const enable = writes(userCalls.enable, (rows: readonly UserRow[]) => ({ ids: rows.map((row) => row.id) }));
const disable = writes(userCalls.disable, (rows: readonly UserRow[]) => ({ ids: rows.map((row) => row.id) }));

const stop = deactivates("users", disable, ({ account }: UserRow) => account);

const locked = (row: UserRow): boolean => !row.modifiable;

const personFields = [
  { kind: "text", name: "userName" },
  { kind: "text", name: "nickName" },
  { kind: "select", name: "type", values: givenUserTypes },
  { kind: "text", name: "phone" },
  { kind: "text", name: "email" },
  { kind: "switch", name: "secondFactor", help: true },
] as const;

/** What a row's dialogs are opened for. */
export interface Asked {
  kind: "roles" | "password";
  row: UserRow;
}

const childList = (zone: string, ownCompany: string, ask: (asked: Asked) => void) =>
  screenOf({
    id: "children",
    route: "/user/children",
    rows: listRows(userCalls.get_child),
    rowKey: (row) => row.id,
    rowName: (row) => row.account,
    search: "search",
    filters: [
      companyFilter,
      { id: "type", kind: "select", values: userTypes },
      { id: "enabled", kind: "select", values: ["true", "false"] },
    ],
    columns: [
      ...userColumns(zone).slice(0, 2),
      { id: "companyName", width: 140, text: (row) => row.companyName },
      ...userColumns(zone).slice(2),
    ],
    form: {
      schema: childEditFields,
      fields: personFields,
      Fields: OwnProof,
      adding: {
        schema: newFields,
        fields: [{ kind: "text", name: "account", help: true }, { kind: "password", name: "password", help: true }, ...personFields],
        Fields: NewChildFields,
      },
      editable: (row) => row.modifiable,
      blank: () => ({
        ...{ account: "", password: "", userName: "", nickName: "", type: 1, phone: "", email: "", secondFactor: false },
        companyId: ownCompany,
        roleIds: [],
      }),
      valuesOf: ({ userName, nickName, type, phone, email, secondFactor }) => ({
        ...{ userName, nickName, type, phone, email },
        secondFactor: secondFactor === "phone",
        ...{ ownPassword: "", verifyCode: "" },
      }),
      versionOf: (row) => row.version,
      add: writes(userCalls.add_child_company, (values: New) => values),
      edit: savesOver(userCalls.edit_child),
    },
    remove: {
      ...removesByIds(userCalls.delete_child),
      removable: (row) => row.modifiable,
    },
    bulk: [
      {
        ...{ id: "enable", icon: "play", call: enable.call },
        changes: (row) => !row.enabled,
        locked,
        run: (rows, tools) => tools.send(enable, rows, "people.enabled"),
      },
      { id: "disable", icon: "pause", call: disable.call, changes: (row) => row.enabled, locked, run: stop },
    ],
    rowActions: [
      {
        id: "roles",
        icon: "key",
        call: userCalls.edit_child_role.call,
        shown: (row) => row.modifiable,
        run: (row) => ask({ kind: "roles", row }),
      },
      {
        id: "password",
        icon: "lock",
        call: userCalls.reset_child_pass.call,
        shown: (row) => row.modifiable,
        run: (row) => ask({ kind: "password", row }),
      },
      {
        id: "enable",
        icon: "play",
        call: enable.call,
        shown: (row) => !row.enabled && row.modifiable,
        run: async (row, tools) => void (await tools.send(enable, [row], "people.enabled")),
      },
      {
        id: "disable",
        icon: "pause",
        call: disable.call,
        shown: (row) => row.enabled && row.modifiable,
        run: async (row, tools) => void (await stop([row], tools)),
      },
    ],
  });

const RolesDrawer = lazyPart(async () => (await import("./rolesDrawer.tsx")).RolesDrawer, { place: "over" });
const PasswordDialog = lazyPart(async () => (await import("./passwordDialog.tsx")).PasswordDialog, { place: "over" });

function ChildrenPage() {
  const { me } = useSession();
  const [asked, setAsked] = useState<Asked>();
  const definition = useMemo(() => childList(me.zone, me.companyId, setAsked), [me.zone, me.companyId]);
  const close = () => setAsked(undefined);
  return (
    <>
      <TablePage definition={definition} />
      {asked?.kind === "roles" && <RolesDrawer row={asked.row} onClose={close} />}
      {asked && asked.kind !== "roles" && <PasswordDialog row={asked.row} onClose={close} />}
    </>
  );
}

/** Users of one's own organisation and of those below it. */
export const ChildrenScreen = Object.assign(ChildrenPage, { definition: childList("UTC", "", () => undefined) });
