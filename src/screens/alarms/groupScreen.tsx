import { skipToken } from "@reduxjs/toolkit/query/react";
import { useWatch } from "react-hook-form";
import { useIntl } from "react-intl";
import { z } from "zod";
import { limits } from "#contract/limits.ts";
import { type AlarmGroupRow, alarmGroupFields, messageTypes } from "#contract/resources/alarmGroup.ts";
import { type CheckOption, ChecksField } from "#src/kit/form/checksField.tsx";
import { defineScreen } from "#src/kit/screen/defineScreen.tsx";
import { listRows, removesByIds, writes } from "#src/kit/screen/rowsSource.ts";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { listText } from "#src/kit/value/listText.ts";
import { companyFilter } from "#src/screens/company/companySource.ts";
import { useSession } from "#src/session/sessionView.ts";
import { alarmContactCalls, alarmGroupCalls } from "#store/handles/alarmGroup.ts";

const dash = "–";

/** Besides what is sent: whose contacts are offered, and who is in the group already. */
const formFields = alarmGroupFields.extend({
  companyId: z.string().default(""),
  held: z.array(z.object({ id: z.string(), name: z.string() })).default([]),
});
type Fields = z.output<typeof formFields>;

const sentOf = ({ name, messageTypes, contactIds }: Fields) => ({ name, messageTypes, contactIds });

/** Contacts of the group's organisation and of those below it, after those who are in the group and no more among them. */
const useContacts = (): readonly CheckOption[] => {
  const { me } = useSession();
  const { query } = alarmContactCalls;
  const [companyId, held]: unknown[] = useWatch({ name: ["companyId", "held"] as const });
  const request = { pageSize: limits.page.max, companyId: String(companyId || me.companyId) };
  const { data } = query.useQuery(useAllowed()(query.call) ? request : skipToken);
  const offered = data?.list ?? [];
  const own: AlarmGroupRow["contacts"] = formFields.shape.held.safeParse(held).data ?? [];
  return [
    ...own.filter(({ id }) => !offered.some((one) => one.id === id)).map(({ id, name }) => ({ value: id, label: name })),
    ...offered.map(({ id, name, phone }) => ({ value: id, label: name, detail: phone })),
  ];
};

function MoreFields() {
  const intl = useIntl();
  const contacts = useContacts();
  const types = messageTypes.map((value) => ({ value, label: intl.formatMessage({ id: `alarmGroups.option.messageTypes.${value}` }) }));
  return (
    <>
      <ChecksField name="messageTypes" options={types} />
      <ChecksField name="contactIds" options={contacts} />
    </>
  );
}

const add = writes(alarmGroupCalls.post, sentOf);
interface Edit {
  row: AlarmGroupRow;
  values: Fields;
  version: number | undefined;
}

const edit = writes(alarmGroupCalls.put, ({ row, values, version }: Edit) => ({
  ...sentOf(values),
  ...{ id: row.id, version: version ?? row.version },
}));

/** Groups of contacts, and the ways in which each is told. */
export const AlarmGroupScreen = defineScreen({
  id: "alarmGroups",
  route: "/alarms/groups",
  rows: listRows(alarmGroupCalls.query),
  rowKey: (row) => row.id,
  rowName: (row) => row.name,
  search: "search",
  filters: [companyFilter],
  sort: { field: "name", order: "asc" },
  columns: [
    { id: "name", width: 180, text: (row) => row.name },
    {
      ...{ id: "messageTypes", width: 200, sortable: false },
      text: (row, intl) =>
        listText(
          intl,
          row.messageTypes.map((type) => intl.formatMessage({ id: `alarmGroups.option.messageTypes.${type}` })),
        ),
    },
    {
      ...{ id: "contacts", width: 280, sortable: false },
      text: (row, intl) =>
        listText(
          intl,
          row.contacts.map(({ name }) => name),
        ) || dash,
    },
    {
      ...{ id: "rules", width: 100, align: "end", sortable: false },
      number: (row) => row.rules,
      text: (row, intl) => intl.formatNumber(row.rules),
    },
    { id: "companyName", width: 160, text: (row) => row.companyName },
  ],
  form: {
    schema: formFields,
    fields: [{ kind: "text", name: "name" }],
    Fields: MoreFields,
    editable: (row) => row.changeable,
    blank: () => ({ name: "", messageTypes: ["sms"], contactIds: [], companyId: "", held: [] }),
    valuesOf: ({ name, messageTypes, contacts, companyId }) => ({
      ...{ name, messageTypes, companyId, held: contacts },
      contactIds: contacts.map(({ id }) => id),
    }),
    versionOf: (row) => row.version,
    add,
    edit,
  },
  remove: { ...removesByIds(alarmGroupCalls.delete), removable: (row) => row.changeable },
});
