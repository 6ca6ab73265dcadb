import { Tag } from "@blueprintjs/core";
import { useMemo, useState } from "react";
import type { z } from "zod";
import { type ParameterRow, parameterFields } from "#contract/resources/deviceArgument.ts";
import { lazyPart } from "#src/kit/part/lazyPart.tsx";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import { listRows, removesByIds, savesOver, writes } from "#src/kit/screen/rowsSource.ts";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { isGranted } from "#src/kit/screen/useAllowed.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { companyFilter } from "#src/screens/company/companySource.ts";
import { useRecipeOptions } from "#src/screens/devices/deviceOptions.ts";
import { blankValue, NewValuesField, typedValues, ValuesField } from "#src/screens/orders/orderFields.tsx";
import { orderWords } from "#src/screens/orders/orderWords.ts";
import { useSession } from "#src/session/sessionView.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { deviceArgumentCalls } from "#store/handles/deviceArgument.ts";
import "#src/screens/orders/orders.css";
import { parametersView } from "./templateAddress.ts";

type Fields = z.output<typeof parameterFields>;
const dash = "–";
const fields = [
  { kind: "text", name: "name" },
  { kind: "textarea", name: "remark", lines: 2 },
] as const;

interface Setting {
  zone: string;
  /** Whether the user may command devices at all, without which no table can be sent. */
  commands: boolean;
  onSend(row: ParameterRow): void;
}

const stateOf = ({ outdated }: ParameterRow): string => `parameters.state.${outdated ? "outdated" : "current"}`;

const parameterList = ({ zone, commands, onSend }: Setting) =>
  screenOf({
    id: "parameters",
    route: parametersView,
    rows: listRows(deviceArgumentCalls.query),
    rowKey: (row) => row.id,
    rowName: (row) => row.name,
    search: "search",
    filters: [companyFilter, { id: "recipeId", kind: "select", useOptions: useRecipeOptions }],
    sort: { field: "name", order: "asc" },
    columns: [
      { id: "name", width: 180, text: (row) => row.name },
      { id: "recipeName", width: 150, text: (row) => row.recipeName },
      { id: "values", width: 280, sortable: false, text: (row, intl) => orderWords(intl, row.values) },
      {
        ...{ id: "outdated", width: 110, sortable: false },
        text: (row, intl) => intl.formatMessage({ id: stateOf(row) }),
        render: (row, intl) => (
          <Tag minimal intent={row.outdated ? "warning" : "none"}>
            {intl.formatMessage({ id: stateOf(row) })}
          </Tag>
        ),
      },
      { id: "remark", width: 150, sortable: false, text: (row) => row.remark || dash },
      { id: "companyName", width: 140, text: (row) => row.companyName },
      { id: "updatedAt", width: 150, instant: (row) => row.updatedAt, text: (row) => formatInstant(zone, row.updatedAt) },
    ],
    rowActions: [
      {
        ...{ id: "send", icon: "send-message", call: deviceArgumentCalls.send.call },
        shown: () => commands,
        disabled: (row) => row.outdated,
        run: onSend,
      },
    ],
    form: {
      schema: parameterFields,
      fields,
      Fields: ValuesField,
      adding: { schema: parameterFields, fields, Fields: NewValuesField },
      wide: true,
      editable: (row) => row.changeable,
      blank: () => ({ name: "", remark: "", recipeId: "", values: [blankValue()] }),
      valuesOf: ({ name, remark, recipeId, values }) => ({ name, remark, recipeId, values: typedValues(values) }),
      versionOf: (row) => row.version,
      add: writes(deviceArgumentCalls.post, (values: Fields) => values),
      edit: savesOver(deviceArgumentCalls.put),
    },
    remove: { ...removesByIds(deviceArgumentCalls.delete), removable: (row) => row.changeable },
  });

const SendOrderDialog = lazyPart(async () => (await import("#src/screens/orders/sendOrderDialog.tsx")).SendOrderDialog, { place: "over" });

function ParameterPage() {
  const { me } = useSession();
  const [sending, setSending] = useState<ParameterRow>();
  const commands = isGranted(me.paths, deviceCalls.cmd.call);
  const definition = useMemo(() => parameterList({ zone: me.zone, commands, onSend: setSending }), [me.zone, commands]);
  const { send } = deviceArgumentCalls;
  return (
    <>
      <TablePage definition={definition} />
      {sending && <SendOrderDialog order={sending} call={send} title="parameters.send.title" onClose={() => setSending(undefined)} />}
    </>
  );
}

/** Parameter tables; each can be sent to devices. */
export const ParameterScreen = Object.assign(ParameterPage, {
  definition: parameterList({ zone: "UTC", commands: true, onSend: () => undefined }),
});
