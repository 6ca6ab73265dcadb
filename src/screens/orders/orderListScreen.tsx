import { useMemo, useState } from "react";
import type { z } from "zod";
import { type OrderRow, orderEdit, orderFields } from "#contract/resources/order.ts";
import { lazyPart } from "#src/kit/part/lazyPart.tsx";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import { listRows, removesByIds, savesOver, writes } from "#src/kit/screen/rowsSource.ts";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { isGranted } from "#src/kit/screen/useAllowed.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { companyFilter } from "#src/screens/company/companySource.ts";
import { useRecipeOptions } from "#src/screens/devices/deviceOptions.ts";
import { useSession } from "#src/session/sessionView.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { orderCalls } from "#store/handles/order.ts";
import { blankValue, NewOrderFields, OrderValueFields, typedValues } from "./orderFields.tsx";
import { orderWords } from "./orderWords.ts";
import "./orders.css";

type New = z.output<typeof orderFields>;
const dash = "–";
const fields = [
  { kind: "text", name: "name" },
  { kind: "textarea", name: "remark", lines: 2 },
] as const;

interface Setting {
  zone: string;
  /** Whether the user may command devices at all, without which no order can be sent. */
  commands: boolean;
  onSend(row: OrderRow): void;
}

const orderList = ({ zone, commands, onSend }: Setting) =>
  screenOf({
    id: "orders",
    route: "/system/orders",
    rows: listRows(orderCalls.query),
    rowKey: (row) => row.id,
    rowName: (row) => row.name,
    search: "search",
    filters: [companyFilter, { id: "recipeId", kind: "select", useOptions: useRecipeOptions }],
    sort: { field: "name", order: "asc" },
    columns: [
      { id: "name", width: 180, text: (row) => row.name },
      { id: "values", width: 260, sortable: false, text: (row, intl) => orderWords(intl, row.values) },
      { id: "recipeName", width: 140, text: (row) => row.recipeName },
      {
        id: "slave",
        width: 80,
        align: "end",
        sortable: false,
        number: (row) => row.slave,
        text: (row, intl) => (row.slave === null ? intl.formatMessage({ id: "orders.everySlave" }) : String(row.slave)),
      },
      { id: "remark", width: 150, sortable: false, text: (row) => row.remark || dash },
      { id: "companyName", width: 130, text: (row) => row.companyName },
      { id: "updatedAt", width: 150, instant: (row) => row.updatedAt, text: (row) => formatInstant(zone, row.updatedAt) },
    ],
    rowActions: [{ id: "send", icon: "send-message", call: orderCalls.send.call, shown: () => commands, run: onSend }],
    form: {
      schema: orderEdit,
      fields,
      Fields: OrderValueFields,
      adding: { schema: orderFields, fields, Fields: NewOrderFields },
      wide: true,
      editable: (row) => row.changeable,
      blank: () => ({ name: "", remark: "", recipeId: "", slave: null, values: [blankValue()] }),
      valuesOf: ({ name, remark, recipeId, slave, values }) => ({
        ...{ name, remark, recipeId, slave },
        values: typedValues(values),
      }),
      versionOf: (row) => row.version,
      add: writes(orderCalls.post, (values: New) => values),
      edit: savesOver(orderCalls.put),
    },
    remove: { ...removesByIds(orderCalls.delete), removable: (row) => row.changeable },
  });

const SendOrderDialog = lazyPart(async () => (await import("./sendOrderDialog.tsx")).SendOrderDialog, { place: "over" });

function OrderListPage() {
  const { me } = useSession();
  const [sending, setSending] = useState<OrderRow>();
  const commands = isGranted(me.paths, deviceCalls.cmd.call);
  const definition = useMemo(() => orderList({ zone: me.zone, commands, onSend: setSending }), [me.zone, commands]);
  return (
    <>
      <TablePage definition={definition} />
      {sending && (
        <SendOrderDialog order={sending} call={orderCalls.send} title="orders.send.title" onClose={() => setSending(undefined)} />
      )}
    </>
  );
}

/** Saved gateway commands; each can be sent again, to one device or to many. */
export const OrderListScreen = Object.assign(OrderListPage, {
  definition: orderList({ zone: "UTC", commands: true, onSend: () => undefined }),
});
