import { Button } from "@blueprintjs/core";
import { useMemo, useState } from "react";
import { type IntlShape, useIntl } from "react-intl";
import { deviceDataRecipe, type ListedPoint, type PointRow } from "#contract/resources/deviceDataRecipe.ts";
import { PageState } from "#src/kit/screen/pageStates.tsx";
import { rowsFrom, writes, writesEach } from "#src/kit/screen/rowsSource.ts";
import { useViewLocation, useViewNavigate } from "#src/kit/view/viewLocation.ts";
import "#src/kit/screen/screen.css";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { useAllowed, useOpens } from "#src/kit/screen/useAllowed.ts";
import { MoveGrip } from "#src/kit/table/moveGrip.tsx";
import { ownName } from "#src/kit/value/readersLanguage.ts";
import { deviceDataRecipeCalls } from "#store/handles/deviceDataRecipe.ts";
import { deviceDataRecipeAppCalls } from "#store/handles/deviceDataRecipeApp.ts";
import { deviceDataRecipeBodyTypeCalls } from "#store/handles/deviceDataRecipeBodyType.ts";
import { CategoryDrawer } from "./categoryDrawer.tsx";
import { showsRounded } from "./formulaExample.ts";
import { bitsText, enumerationText, numberOrDash } from "./pointSummary.ts";
import {
  addPointAddress,
  appAddress,
  appView,
  editPointAddress,
  registersAddress,
  registersView,
  sheetAddress,
  sheetView,
} from "./templateAddress.ts";
import { TemplateLine } from "./templateLine.tsx";
import { useCategories } from "./useCategories.ts";
import "./template.css";

const id = "dataPoints";
const dash = "–";

function Above() {
  const recipeId = useViewLocation().search.get("id") ?? "";
  const opens = useOpens();
  const to = opens(deviceDataRecipe.calls.list_body, registersView) ? registersAddress(recipeId) : undefined;
  const sheet = opens(deviceDataRecipe.calls.put_bodies, sheetView) ? sheetAddress(recipeId) : undefined;
  const app = opens(deviceDataRecipeAppCalls.query.call, appView) ? appAddress(recipeId) : undefined;
  return (
    <TemplateLine
      links={[
        { icon: "th", text: "dataPoints.sheet", to: sheet },
        { icon: "numerical", text: "dataPoints.registers", to },
        { icon: "mobile-phone", text: "dataPoints.app", to: app },
      ]}
    />
  );
}

const receiveText = ({ valueType, receiveFormula }: PointRow): string =>
  showsRounded(valueType, receiveFormula) ? `${receiveFormula} ≈` : receiveFormula || dash;

const receiveCell = (row: PointRow, intl: IntlShape) => {
  const rounded = showsRounded(row.valueType, row.receiveFormula);
  return <span {...(rounded ? { title: intl.formatMessage({ id: "dataPoint.approximate" }) } : {})}>{receiveText(row)}</span>;
};

const choice = (column: string, value: string | number | boolean, intl: IntlShape): string =>
  intl.formatMessage({ id: `${id}.value.${column}.${value}` });

const idOf = ({ id }: ListedPoint) => ({ id });
/** As they stand, however the list is sorted: they keep that among themselves. */
const inOrder = (rows: readonly ListedPoint[]): ListedPoint[] => [...rows].sort((one, other) => one.place - other.place);
const top = writes(deviceDataRecipeCalls.top, idOf);
const down = writes(deviceDataRecipeCalls.down, idOf);
const move = writes(deviceDataRecipeCalls.orderby, ({ row, place }: { row: ListedPoint; place: number }) => ({ id: row.id, place }));

/** The data points of a template; a row opens only for those who may edit it. */
const pointList = (recipeId: string, editable: boolean, categorise: (rows: readonly ListedPoint[]) => Promise<boolean>) =>
  screenOf({
    id,
    route: "/template/edit",
    rows: rowsFrom(deviceDataRecipeCalls.list_body, {
      toRequest: ({ pageNo, pageSize, sort, filters }) => ({
        recipeId,
        pageNo,
        pageSize,
        name: filters.name,
        categoryId: filters.categoryId,
        sortField: sort?.field,
        sortOrder: sort?.order,
      }),
      fromAnswer: ({ list, total, pageNo, pageSize }) => ({ rows: list, total, pageNo, pageSize }),
    }),
    rowKey: (row) => row.id,
    rowName: (row, intl) => `${ownName(intl, row.name, row.nameEn)} (${row.address})`,
    search: "name",
    filters: [{ id: "categoryId", kind: "select", call: deviceDataRecipeBodyTypeCalls.query.call, useOptions: useCategories }],
    moves: { field: "sort", place: (row) => row.place, write: move },
    sort: { field: "sort", order: "asc" },
    columns: [
      {
        id: "sort",
        width: 76,
        align: "end",
        number: (row) => row.sort,
        text: (row) => String(row.sort),
        render: (row) => <MoveGrip place={row.sort} />,
      },
      { id: "name", width: 170, text: (row) => row.name },
      { id: "nameEn", width: 170, text: (row) => row.nameEn || dash },
      { id: "categoryName", width: 120, text: (row, intl) => ownName(intl, row.categoryName, row.categoryNameEn) || dash },
      { id: "address", width: 120, mono: true, text: (row) => row.address },
      { id: "valueType", width: 92, mono: true, text: (row) => row.valueType },
      { id: "bits", width: 72, sortable: false, mono: true, text: bitsText },
      { id: "receiveFormula", width: 130, sortable: false, mono: true, text: receiveText, render: receiveCell },
      { id: "sendFormula", aside: true, width: 130, sortable: false, mono: true, text: (row) => row.sendFormula || dash },
      { id: "unit", width: 76, text: (row) => row.unit || dash },
      {
        id: "decimals",
        aside: true,
        width: 84,
        align: "end",
        sortable: false,
        number: (row) => row.decimals,
        text: (row) => numberOrDash(row.decimals),
      },
      { id: "min", width: 84, align: "end", sortable: false, number: (row) => row.min, text: (row) => numberOrDash(row.min) },
      { id: "max", width: 84, align: "end", sortable: false, number: (row) => row.max, text: (row) => numberOrDash(row.max) },
      { id: "enumeration", aside: true, width: 180, sortable: false, text: enumerationText },
      { id: "storeMode", width: 120, text: (row, intl) => choice("storeMode", row.storeMode, intl) },
      { id: "display", aside: true, width: 84, text: (row, intl) => choice("display", row.display, intl) },
      { id: "writable", width: 100, text: (row, intl) => choice("writable", row.writable, intl) },
      { id: "auth", width: 140, text: (row, intl) => choice("auth", row.auth, intl) },
    ],
    remove: {
      one: writes(deviceDataRecipeCalls.delete_body, (row: PointRow) => ({ ids: [row.id] })),
      many: writes(deviceDataRecipeCalls.delete_body, (rows: readonly PointRow[]) => ({ ids: rows.map((row) => row.id) })),
    },
    ...(editable ? { address: (row: PointRow) => editPointAddress(row.id) } : {}),
    actions: [
      {
        id: "add",
        icon: "plus",
        primary: true,
        call: deviceDataRecipe.calls.add_body,
        view: "/template/adds",
        run: (tools) => tools.navigate(addPointAddress(recipeId)),
      },
    ],
    bulk: [
      { id: "categorise", icon: "tag", call: deviceDataRecipe.calls.update_body_type, run: (rows) => categorise(rows) },
      {
        ...{ id: "top", icon: "double-chevron-up", call: top.call },
        run: (rows, tools) => tools.send(writesEach(top), inOrder(rows).reverse(), "dataPoints.first"),
      },
      {
        ...{ id: "down", icon: "double-chevron-down", call: down.call },
        run: (rows, tools) => tools.send(writesEach(down), inOrder(rows), "dataPoints.last"),
      },
    ],
    rowActions: [
      {
        id: "edit",
        icon: "edit",
        call: deviceDataRecipe.calls.put_body,
        view: "/template/edits",
        run: (row, tools) => tools.navigate(editPointAddress(row.id)),
      },
    ],
    Above,
  });

function PointListPage() {
  const intl = useIntl();
  const navigate = useViewNavigate();
  const allowed = useAllowed();
  const recipeId = useViewLocation().search.get("id") ?? "";
  const editable = allowed(deviceDataRecipe.calls.put_body, "/template/edits");
  const [sorting, setSorting] = useState<{ points: readonly ListedPoint[]; end(done: boolean): void }>();
  const definition = useMemo(() => {
    const categorise = (points: readonly ListedPoint[]) =>
      new Promise<boolean>((resolve) =>
        setSorting({
          points,
          end(done) {
            setSorting(undefined);
            resolve(done);
          },
        }),
      );
    return pointList(recipeId, editable, categorise);
  }, [recipeId, editable]);
  if (recipeId === "")
    return (
      <PageState whole icon="search" text={intl.formatMessage({ id: "dataPoints.noTemplate" })}>
        <Button text={intl.formatMessage({ id: "dataPoints.templates" })} onClick={() => navigate("/template/list")} />
      </PageState>
    );
  return (
    <>
      <TablePage key={recipeId} definition={definition} />
      {sorting && <CategoryDrawer points={sorting.points} onSaved={() => sorting.end(true)} onClose={() => sorting.end(false)} />}
    </>
  );
}

/** The data points of one template. */
export const PointListScreen = Object.assign(PointListPage, { definition: pointList("", true, async () => false) });
