import { Icon } from "@blueprintjs/core";
import type { z } from "zod";
import { limits } from "#contract/limits.ts";
import { type AppRecipeRow, appLooks, appPointFields } from "#contract/resources/deviceDataRecipeApp.ts";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import { rowsFrom, writes } from "#src/kit/screen/rowsSource.ts";
import { MoveGrip } from "#src/kit/table/moveGrip.tsx";
import { ownName } from "#src/kit/value/readersLanguage.ts";
import { appView } from "#src/screens/template/templateAddress.ts";
import { deviceDataRecipeCalls } from "#store/handles/deviceDataRecipe.ts";
import { deviceDataRecipeAppCalls } from "#store/handles/deviceDataRecipeApp.ts";
import { type AppPoint, appPointsOf, movedTo, withEdited, withoutShown, withPoints, withShown } from "./placedPoints.ts";

const dash = "–";

interface Edited {
  values: z.output<typeof appPointFields>;
  row: AppPoint;
  version: number | undefined;
}

/** Which data points of its template an app recipe shows, how it calls them, and in which order. */
export const appPointList = (app: AppRecipeRow) => {
  const saves = <In,>(pointsOf: (input: In) => Parameters<typeof withPoints>[1]) =>
    writes(deviceDataRecipeAppCalls.put, (input: In) => withPoints(app, pointsOf(input)));
  const show = saves((rows: readonly AppPoint[]) => withShown(app, rows));
  const hide = saves((rows: readonly AppPoint[]) => withoutShown(app, rows));
  const { call } = deviceDataRecipeAppCalls.put;
  return screenOf({
    id: "appPoints",
    route: appView,
    rows: rowsFrom(deviceDataRecipeCalls.list_body, {
      toRequest: () => ({ recipeId: app.recipeId, pageSize: limits.point.perTemplate }),
      fromAnswer: ({ list }, { pageNo, pageSize, sort }) => {
        const all = appPointsOf(app, list);
        const rows = sort?.order === "desc" ? all.reverse() : all;
        const page = Math.max(1, Math.min(pageNo, Math.ceil(rows.length / pageSize)));
        return { rows: rows.slice((page - 1) * pageSize, page * pageSize), total: rows.length, pageNo: page, pageSize };
      },
    }),
    rowKey: (row) => row.pointId,
    rowName: ({ point }, intl) => `${ownName(intl, point.name, point.nameEn)} (${point.address})`,
    sort: { field: "sort", order: "asc" },
    ...(app.changeable
      ? {
          moves: {
            field: "sort" as const,
            place: (row: AppPoint) => row.place,
            write: saves(({ row, place }: { row: AppPoint; place: number }) => movedTo(app, row, place)),
          },
        }
      : {}),
    columns: [
      {
        id: "sort",
        width: 76,
        align: "end",
        number: (row) => row.place,
        text: (row) => String(row.place),
        render: (row) => <MoveGrip place={row.place} />,
      },
      {
        ...{ id: "shown", width: 84, sortable: false },
        text: ({ shown }, intl) => intl.formatMessage({ id: `appPoints.shown.${shown}` }),
        render: ({ shown }, intl) => (
          <Icon icon={shown ? "tick" : "minus"} title={intl.formatMessage({ id: `appPoints.shown.${shown}` })} size={14} />
        ),
      },
      { id: "point", width: 200, sortable: false, text: ({ point }, intl) => ownName(intl, point.name, point.nameEn) },
      { id: "address", width: 120, sortable: false, mono: true, text: ({ point }) => point.address },
      {
        ...{ id: "writable", width: 110, sortable: false },
        text: ({ point }, intl) => intl.formatMessage({ id: `dataPoints.value.writable.${point.writable}` }),
      },
      {
        ...{ id: "show", width: 140, sortable: false },
        text: (row, intl) => (row.shown ? intl.formatMessage({ id: `appPoints.option.show.${row.show}` }) : dash),
      },
      { id: "name", width: 170, sortable: false, text: (row) => row.name || dash },
      { id: "nameEn", width: 170, sortable: false, text: (row) => row.nameEn || dash },
    ],
    form: {
      schema: appPointFields,
      fields: [
        { kind: "select", name: "show", values: appLooks, help: true },
        { kind: "text", name: "name", help: true },
        { kind: "text", name: "nameEn" },
      ],
      editable: () => app.changeable,
      blank: () => ({}),
      valuesOf: ({ show: look, name, nameEn }: AppPoint) => ({ show: look, name, nameEn }),
      versionOf: () => app.version,
      edit: writes(deviceDataRecipeAppCalls.put, ({ values, row, version }: Edited) => ({
        ...withPoints(app, withEdited(app, { ...values, pointId: row.pointId })),
        version: version ?? app.version,
      })),
    },
    rowActions: [
      {
        ...{ id: "show", icon: "eye-open", call },
        shown: (row) => app.changeable && !row.shown,
        run: async (row, tools) => void (await tools.send(show, [row], "appPoints.saved")),
      },
      {
        ...{ id: "hide", icon: "eye-off", call },
        shown: (row) => app.changeable && row.shown,
        run: async (row, tools) => void (await tools.send(hide, [row], "appPoints.saved")),
      },
    ],
    bulk: app.changeable
      ? [
          {
            ...{ id: "showMany", icon: "eye-open", call },
            changes: (row) => !row.shown,
            run: (rows, tools) => tools.send(show, rows, "appPoints.saved"),
          },
          {
            ...{ id: "hideMany", icon: "eye-off", call },
            changes: (row) => row.shown,
            run: (rows, tools) => tools.send(hide, rows, "appPoints.saved"),
          },
        ]
      : [],
  });
};
