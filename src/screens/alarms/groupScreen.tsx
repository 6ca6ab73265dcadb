import { skipToken } from "@reduxjs/toolkit/query/react";
import { useMemo, useState } from "react";
import { useWatch } from "react-hook-form";
import { useIntl } from "react-intl";
import { z } from "zod";
import { limits } from "#contract/limits.ts";
import { type AlarmGroupRow, alarmGroupFields, checkedGroup } from "#contract/resources/alarmGroup.ts";
import { ShownOnce } from "#src/kit/feedback/shownOnce.tsx";
import { type CheckOption, ChecksField } from "#src/kit/form/checksField.tsx";
import { lazyPart } from "#src/kit/part/lazyPart.tsx";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import { listRows, removesByIds, type Write, writes } from "#src/kit/screen/rowsSource.ts";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { listText } from "#src/kit/value/listText.ts";
import { companyFilter } from "#src/screens/company/companySource.ts";
import { useSession } from "#src/session/sessionView.ts";
import { alarmContactCalls, alarmGroupCalls } from "#store/handles/alarmGroup.ts";
import { MessageTypesField, TellingFields, WebhookFields } from "./groupTellingFields.tsx";

const dash = "–";

/** Besides what is sent: whose contacts are offered, and who is in the group already. */
const formFields = checkedGroup(
  alarmGroupFields.extend({
    companyId: z.string().default(""),
    held: z.array(z.object({ id: z.string(), name: z.string() })).default([]),
  }),
);
type Fields = z.output<typeof formFields>;

const sentOf = ({ companyId: _companyId, held: _held, ...fields }: Fields) => fields;

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
  const contacts = useContacts();
  return (
    <>
      <MessageTypesField />
      <WebhookFields />
      <ChecksField name="contactIds" options={contacts} />
      <TellingFields />
    </>
  );
}

interface Edit {
  row: AlarmGroupRow;
  values: Fields;
  version: number | undefined;
}

const add = writes(alarmGroupCalls.post, sentOf);
const edit = writes(alarmGroupCalls.put, ({ row, values, version }: Edit) => ({
  ...sentOf(values),
  ...{ id: row.id, version: version ?? row.version },
}));

const madeSecret = z.object({ webhookSecret: z.string() });

/** Shows the secret that the server made up, this once. */
const showing = <In,>(write: Write<In>, show: (secret: string) => void): Write<In> => ({
  call: write.call,
  async send(dispatch, input) {
    const outcome = await write.send(dispatch, input);
    const made = madeSecret.safeParse("data" in outcome ? outcome.data : undefined);
    // Once the form has gone and given the focus back: the dialog is to keep it.
    if (made.success) setTimeout(() => show(made.data.webhookSecret));
    return outcome;
  },
});

interface Dialogs {
  show(secret: string): void;
  test(row: AlarmGroupRow): void;
}

const groupList = ({ show, test }: Dialogs) =>
  screenOf({
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
      blank: () => ({
        ...{ name: "", messageTypes: ["sms"], contactIds: [], companyId: "", held: [] },
        ...{ tellRelease: false, webhookUrl: "", webhookSecret: "", perHour: limits.alarmNotice.usualPerHour, quietFrom: "", quietTo: "" },
      }),
      valuesOf: ({ name, messageTypes, contacts, companyId, tellRelease, webhookUrl, perHour, quietFrom, quietTo }) => ({
        ...{ name, messageTypes, companyId, held: contacts, tellRelease, webhookUrl, webhookSecret: "", perHour, quietFrom, quietTo },
        contactIds: contacts.map(({ id }) => id),
      }),
      versionOf: (row) => row.version,
      add: showing(add, show),
      edit: showing(edit, show),
    },
    rowActions: [
      { id: "try", icon: "send-message", call: alarmGroupCalls.try.call, shown: (row) => row.changeable, run: (row) => test(row) },
    ],
    remove: { ...removesByIds(alarmGroupCalls.delete), removable: (row) => row.changeable },
  });

const GroupTryDrawer = lazyPart(async () => (await import("./groupTryDrawer.tsx")).GroupTryDrawer, { place: "over" });

function AlarmGroupPage() {
  const intl = useIntl();
  const [secret, setSecret] = useState<string>();
  const [tested, setTested] = useState<AlarmGroupRow>();
  const definition = useMemo(() => groupList({ show: setSecret, test: setTested }), []);
  return (
    <>
      <TablePage definition={definition} />
      {tested && <GroupTryDrawer row={tested} onClose={() => setTested(undefined)} />}
      {secret !== undefined && (
        <ShownOnce
          title={intl.formatMessage({ id: "alarmGroups.field.webhookSecret" })}
          text={intl.formatMessage({ id: "alarmGroups.secretShown" })}
          secret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </>
  );
}

/** Groups of contacts, and the ways in which each is told. */
export const AlarmGroupScreen = Object.assign(AlarmGroupPage, {
  definition: groupList({ show: () => undefined, test: () => undefined }),
});
