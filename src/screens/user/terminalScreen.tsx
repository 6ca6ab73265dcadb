import { useMemo, useState } from "react";
import type { z } from "zod";
import { newTerminalUserFields, type TerminalUserRow, terminalUserEditFields } from "#contract/resources/relations.ts";
import { lazyPart } from "#src/kit/part/lazyPart.tsx";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import { listRows, removesByIds, savesOver, writes } from "#src/kit/screen/rowsSource.ts";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { companyFilter } from "#src/screens/company/companySource.ts";
import { useSession } from "#src/session/sessionView.ts";
import { deviceUserBindCalls } from "#store/handles/deviceUserBind.ts";
import { terminalUserCalls } from "#store/handles/terminalUser.ts";
import { OwnProof } from "./ownerProof.tsx";

type New = z.output<typeof newTerminalUserFields>;
const dash = "–";
const fields = [
  { kind: "text", name: "userName" },
  { kind: "text", name: "nickName" },
  { kind: "text", name: "phone" },
  { kind: "text", name: "email" },
] as const;

const terminalList = (zone: string, showDevices: (row: TerminalUserRow) => void) =>
  screenOf({
    id: "terminals",
    route: "/user/terminal",
    rows: listRows(terminalUserCalls.query),
    rowKey: (row) => row.id,
    rowName: (row) => row.account,
    search: "search",
    filters: [companyFilter],
    columns: [
      { id: "account", width: 160, text: (row) => row.account },
      { id: "userName", width: 140, text: (row, intl) => row.userName || intl.formatMessage({ id: "users.unknown" }) },
      { id: "nickName", width: 120, sortable: false, text: (row) => row.nickName || dash },
      { id: "companyName", width: 150, sortable: false, text: (row) => row.companyName },
      { id: "phone", width: 130, sortable: false, mono: true, text: (row) => row.phone || dash },
      { id: "email", width: 180, sortable: false, text: (row) => row.email || dash },
      {
        id: "devices",
        width: 80,
        align: "end",
        sortable: false,
        number: (row) => row.devices,
        text: (row, intl) => intl.formatNumber(row.devices),
      },
      {
        id: "lastLoginAt",
        width: 150,
        instant: (row) => row.lastLoginAt,
        text: (row) => (row.lastLoginAt === null ? dash : formatInstant(zone, row.lastLoginAt)),
      },
      { id: "createdAt", width: 150, instant: (row) => row.createdAt, text: (row) => formatInstant(zone, row.createdAt) },
    ],
    form: {
      schema: terminalUserEditFields,
      fields,
      Fields: OwnProof,
      adding: {
        schema: newTerminalUserFields,
        fields: [{ kind: "text", name: "account" }, { kind: "password", name: "password", help: true }, ...fields],
      },
      editable: (row) => row.modifiable,
      blank: () => ({ account: "", password: "", userName: "", nickName: "", phone: "", email: "" }),
      valuesOf: ({ userName, nickName, phone, email }) => ({ userName, nickName, phone, email, ownPassword: "", verifyCode: "" }),
      versionOf: (row) => row.version,
      add: writes(terminalUserCalls.post, (values: New) => values),
      edit: savesOver(terminalUserCalls.put),
    },
    remove: {
      ...removesByIds(terminalUserCalls.delete),
      removable: (row) => row.modifiable,
    },
    rowActions: [{ id: "devices", icon: "cube", call: deviceUserBindCalls.queryDevices.call, run: showDevices }],
  });

const UserDevices = lazyPart(async () => (await import("./userDevices.tsx")).UserDevices, { place: "over" });

function TerminalPage() {
  const { me } = useSession();
  const [shown, setShown] = useState<TerminalUserRow>();
  const definition = useMemo(() => terminalList(me.zone, setShown), [me.zone]);
  return (
    <>
      <TablePage definition={definition} />
      {shown && <UserDevices user={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}

/** End consumers and their devices. */
export const TerminalScreen = Object.assign(TerminalPage, { definition: terminalList("UTC", () => undefined) });
