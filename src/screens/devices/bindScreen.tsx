import { skipToken } from "@reduxjs/toolkit/query/react";
import { useMemo } from "react";
import { useIntl } from "react-intl";
import { z } from "zod";
import type { ResponseOf } from "#contract/kit/call.ts";
import { type BindState, bindState, deviceUserBind } from "#contract/resources/relations.ts";
import { type ChoiceSource, offered } from "#src/kit/form/choices.ts";
import { SelectField } from "#src/kit/form/fields.tsx";
import { FinderField } from "#src/kit/form/finderField.tsx";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import { listRows, writes } from "#src/kit/screen/rowsSource.ts";
import type { RowActionSpec } from "#src/kit/screen/screenDefinition.ts";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { useSession } from "#src/session/sessionView.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { deviceUserBindCalls } from "#store/handles/deviceUserBind.ts";
import { terminalUserCalls } from "#store/handles/terminalUser.ts";
import { deviceSource } from "./deviceSource.ts";
import { unbindQuestion } from "./unbinding.ts";

type Row = ResponseOf<typeof deviceUserBind.calls.queryUser>["list"][number];

const [owner, authorized, asked, rejected] = [0, 1, 2, 3] as const satisfies readonly BindState[];
const states = [owner, authorized, asked, rejected] as const;
const dash = "–";

/** End users, found by a part of their names. */
const userSource: ChoiceSource = {
  useFound(typed) {
    const { data, error, isFetching } = terminalUserCalls.query.useQuery(
      typed === undefined ? skipToken : { search: typed, pageSize: offered },
    );
    const choices = (data?.list ?? []).map(({ id, userName, account }) => ({ id, name: userName || account, detail: account }));
    return { choices, looking: isFetching, error };
  },
  useName(id) {
    const { currentData } = terminalUserCalls.get.useQuery(id === "" ? skipToken : { id });
    return currentData ? currentData.userName || currentData.account : "";
  },
};

const fields = z.object({
  deviceId: deviceUserBind.calls.auth.request.shape.deviceId,
  userId: deviceUserBind.calls.auth.request.shape.userId,
  state: bindState,
});

function BindFields() {
  const intl = useIntl();
  const given = [owner, authorized].map((value) => ({ value, label: intl.formatMessage({ id: `bindings.option.state.${value}` }) }));
  return (
    <>
      <FinderField name="deviceId" source={deviceSource} />
      <FinderField name="userId" source={userSource} />
      <SelectField name="state" options={given} />
    </>
  );
}

const become = (state: BindState) =>
  writes(deviceUserBindCalls.auth, ({ deviceId, userId, version }: Row) => ({ deviceId, userId, state, version }));
const remove = writes(deviceUserBindCalls.removeAuth, ({ deviceId, userId }: Row) => ({ deviceId, userId }));

const answer = (id: string, icon: RowActionSpec<Row>["icon"], state: BindState, from: readonly BindState[]): RowActionSpec<Row> => ({
  ...{ id, icon, call: deviceUserBindCalls.auth.call },
  shown: (row) => from.includes(row.state),
  run: async (row, tools) => void (await tools.send(become(state), row, "feedback.edited")),
});

/** Times are shown in `zone`. */
const bindList = (zone: string) =>
  screenOf({
    id: "bindings",
    route: "/devices/bindlist",
    rows: listRows(deviceUserBindCalls.queryUser),
    rowKey: (row) => row.id,
    rowName: (row) => `${row.deviceName} · ${row.userName || row.account}`,
    search: "search",
    filters: [
      { id: "deviceId", kind: "find", source: deviceSource, call: deviceCalls.query_mini.call },
      { id: "state", kind: "select", values: states },
    ],
    columns: [
      { id: "deviceName", width: 180, sortable: false, text: (row) => row.deviceName },
      { id: "deviceSn", width: 160, sortable: false, mono: true, text: (row) => row.deviceSn },
      { id: "userName", width: 150, sortable: false, text: (row) => row.userName || dash },
      { id: "account", width: 150, sortable: false, text: (row) => row.account },
      { id: "phone", width: 130, sortable: false, mono: true, text: (row) => row.phone || dash },
      {
        id: "state",
        width: 130,
        sortable: false,
        text: (row, intl) => intl.formatMessage({ id: `bindings.option.state.${row.state}` }),
        render: (row, intl) => (
          <span className={row.state === asked ? "gh-binding-asked" : undefined}>
            {intl.formatMessage({ id: `bindings.option.state.${row.state}` })}
          </span>
        ),
      },
      { id: "at", width: 150, sortable: false, instant: (row) => row.at, text: (row) => formatInstant(zone, row.at) },
    ],
    form: {
      schema: fields,
      Fields: BindFields,
      blank: () => ({ deviceId: "", userId: "", state: authorized }),
      valuesOf: ({ deviceId, userId, state }) => ({ deviceId, userId, state }),
      versionOf: (row) => row.version,
      add: writes(deviceUserBindCalls.auth, (values: z.output<typeof fields>) => ({ ...values, version: 0 })),
    },
    rowActions: [
      answer("accept", "tick", authorized, [asked, rejected]),
      answer("reject", "cross", rejected, [asked]),
      answer("makeOwner", "person", owner, [authorized]),
      {
        ...{ id: "unbind", icon: "trash", intent: "danger", call: deviceUserBindCalls.removeAuth.call },
        run: async (row, tools) =>
          void (await tools.sendConfirmed(
            unbindQuestion(tools.intl, { device: row.deviceName, user: row.userName || row.account, owns: row.state === owner }),
            remove,
            row,
            "terminals.devices.unbound",
          )),
      },
    ],
  });

function BindPage() {
  const { me } = useSession();
  const definition = useMemo(() => bindList(me.zone), [me.zone]);
  return <TablePage definition={definition} />;
}

/** Which end users have which devices, and who asks for one. */
export const BindScreen = Object.assign(BindPage, { definition: bindList("UTC") });
