import { useMemo, useState } from "react";
import type { z } from "zod";
import { type ContactRow, contactFields, contactLanguages, genders } from "#contract/resources/alarmGroup.ts";
import { lazyPart } from "#src/kit/part/lazyPart.tsx";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import { listRows, removesByIds, savesOver, writes } from "#src/kit/screen/rowsSource.ts";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { listText } from "#src/kit/value/listText.ts";
import { companyFilter } from "#src/screens/company/companySource.ts";
import { alarmContactCalls } from "#store/handles/alarmGroup.ts";
import { alarmUserWeixinCalls } from "#store/handles/companyWeixin.ts";

type Fields = z.output<typeof contactFields>;
const dash = "–";

const contacts = (bind: (row: ContactRow) => void) =>
  screenOf({
    id: "alarmContacts",
    route: "/alarms/contacts",
    rows: listRows(alarmContactCalls.query),
    rowKey: (row) => row.id,
    rowName: (row) => row.name,
    search: "search",
    filters: [companyFilter],
    sort: { field: "name", order: "asc" },
    columns: [
      { id: "name", width: 160, text: (row) => row.name },
      { id: "gender", width: 90, text: (row, intl) => intl.formatMessage({ id: `alarmContacts.option.gender.${row.gender}` }) },
      { id: "phone", width: 140, mono: true, text: (row) => row.phone },
      { id: "email", width: 220, text: (row) => row.email || dash },
      {
        ...{ id: "language", width: 110, sortable: false },
        text: (row, intl) => intl.formatMessage({ id: `alarmContacts.option.language.${row.language}` }),
      },
      {
        ...{ id: "groups", width: 220, sortable: false },
        text: (row, intl) =>
          listText(
            intl,
            row.groups.map(({ name }) => name),
          ) || dash,
      },
      { id: "companyName", width: 160, text: (row) => row.companyName },
    ],
    form: {
      schema: contactFields,
      fields: [
        { kind: "text", name: "name" },
        { kind: "radio", name: "gender", values: genders },
        { kind: "text", name: "phone", mono: true },
        { kind: "text", name: "email" },
        { kind: "radio", name: "language", values: contactLanguages, help: true },
      ],
      editable: (row) => row.changeable,
      blank: () => ({ name: "", gender: "unknown", phone: "", email: "", language: "zh" }),
      valuesOf: ({ name, gender, phone, email, language }) => ({ name, gender, phone, email, language }),
      versionOf: (row) => row.version,
      add: writes(alarmContactCalls.post, (values: Fields) => values),
      edit: savesOver(alarmContactCalls.put),
    },
    rowActions: [
      { id: "bind", icon: "mobile-phone", call: alarmUserWeixinCalls.bind.call, shown: (row) => row.changeable, run: (row) => bind(row) },
    ],
    remove: { ...removesByIds(alarmContactCalls.delete), removable: (row) => row.changeable },
  });

const BindDrawer = lazyPart(async () => (await import("#src/screens/weixin/bindDrawer.tsx")).BindDrawer, { place: "over" });

function AlarmContactPage() {
  const [bound, setBound] = useState<ContactRow>();
  const definition = useMemo(() => contacts(setBound), []);
  return (
    <>
      <TablePage definition={definition} />
      {bound && <BindDrawer row={bound} onClose={() => setBound(undefined)} />}
    </>
  );
}

/** People who are in alarm groups. */
export const AlarmContactScreen = Object.assign(AlarmContactPage, { definition: contacts(() => undefined) });
