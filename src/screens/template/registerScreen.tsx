import { Button } from "@blueprintjs/core";
import { useMemo, useState } from "react";
import { type IntlShape, useIntl } from "react-intl";
import { valueTypes } from "#contract/pointValue.ts";
import { type ListedPoint, pointFields, pointRow } from "#contract/resources/deviceDataRecipe.ts";
import { lazyPart } from "#src/kit/part/lazyPart.tsx";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import { PageState } from "#src/kit/screen/pageStates.tsx";
import { rowsFrom, savesOver } from "#src/kit/screen/rowsSource.ts";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { ownName } from "#src/kit/value/readersLanguage.ts";
import { useViewLocation, useViewNavigate } from "#src/kit/view/viewLocation.ts";
import { deviceDataRecipeCalls } from "#store/handles/deviceDataRecipe.ts";
import { pointValues } from "./pointFormValues.ts";
import { bitsText, numberOrDash } from "./pointSummary.ts";
import { RegisterFields } from "./registerFields.tsx";
import { pointsAddress } from "./templateAddress.ts";
import { TemplateLine } from "./templateLine.tsx";

/** It comes when something is tried, not with the list. */
const RegisterTester = lazyPart(async () => (await import("./trial/registerTester.tsx")).RegisterTester, { place: "over" });

const said = (intl: IntlShape, field: string, value: string | null): string =>
  intl.formatMessage({ id: `dataPoint.option.${field}.${value ?? "none"}` });

const useValueTypes = () => {
  const intl = useIntl();
  return valueTypes.map((value) => ({ value, label: intl.formatMessage({ id: `dataPoint.option.valueType.${value}` }) }));
};

function Above() {
  const recipeId = useViewLocation().search.get("id") ?? "";
  return <TemplateLine links={[{ icon: "list", text: "registers.points", to: pointsAddress(recipeId) }]} />;
}

/** In which registers of a Modbus slave the data points of a template are. `test` is given a point, or nothing for all of them. */
const registerList = (recipeId: string, test: (pointId: string) => void) =>
  screenOf({
    id: "registers",
    route: "/template/registerset",
    rows: rowsFrom(deviceDataRecipeCalls.list_body, {
      toRequest: ({ pageNo, pageSize, sort, filters }) => ({
        ...{ recipeId, pageNo, pageSize, name: filters.name },
        ...{ sortField: sort?.field, sortOrder: sort?.order },
      }),
      fromAnswer: ({ list, total, pageNo, pageSize }) => ({ rows: list, total, pageNo, pageSize }),
    }),
    rowKey: (row) => row.id,
    rowName: (row, intl) => `${ownName(intl, row.name, row.nameEn)} (${row.address})`,
    search: "name",
    sort: { field: "sort", order: "asc" },
    columns: [
      { id: "name", width: 170, text: (row) => row.name },
      { id: "nameEn", width: 170, text: (row) => row.nameEn || "–" },
      { id: "address", width: 120, mono: true, text: (row) => row.address },
      { id: "registerType", width: 180, sortable: false, text: (row, intl) => said(intl, "registerType", row.registerType) },
      { id: "valueType", width: 92, mono: true, text: (row) => row.valueType },
      { id: "bits", width: 72, sortable: false, mono: true, text: bitsText },
      { id: "byteOrder", width: 140, sortable: false, text: (row, intl) => said(intl, "byteOrder", row.byteOrder) },
      { id: "wordOrder", width: 140, sortable: false, text: (row, intl) => said(intl, "wordOrder", row.wordOrder) },
      { id: "coding", width: 90, sortable: false, text: (row, intl) => said(intl, "coding", row.coding) },
      {
        ...{ id: "registers", width: 100, align: "end", sortable: false },
        number: (row) => row.registers,
        text: (row) => numberOrDash(row.registers),
      },
      {
        ...{ id: "pollSeconds", width: 120, align: "end", sortable: false },
        number: (row) => row.pollSeconds,
        text: (row) => (row.pollSeconds === null ? "–" : `${row.pollSeconds} s`),
      },
    ],
    form: {
      schema: pointFields,
      fields: [
        { kind: "text", name: "address", mono: true },
        { kind: "select", name: "valueType", useOptions: useValueTypes },
        { kind: "number", name: "startBit", nullable: true },
        { kind: "number", name: "endBit", nullable: true },
      ],
      Fields: RegisterFields,
      blank: () => ({}),
      valuesOf: (row: ListedPoint) => pointValues(pointRow.parse(row)),
      versionOf: (row: ListedPoint) => row.version,
      edit: savesOver(deviceDataRecipeCalls.put_body),
    },
    actions: [
      {
        ...{ id: "test", icon: "lab-test", primary: true, call: deviceDataRecipeCalls.try_registers.call },
        run: () => test(""),
      },
    ],
    rowActions: [{ id: "test", icon: "lab-test", call: deviceDataRecipeCalls.try_registers.call, run: (row) => test(row.id) }],
    Above,
  });

function RegisterPage() {
  const intl = useIntl();
  const navigate = useViewNavigate();
  const recipeId = useViewLocation().search.get("id") ?? "";
  const [tested, setTested] = useState<string>();
  const definition = useMemo(() => registerList(recipeId, setTested), [recipeId]);
  if (recipeId === "")
    return (
      <PageState whole icon="search" text={intl.formatMessage({ id: "dataPoints.noTemplate" })}>
        <Button text={intl.formatMessage({ id: "dataPoints.templates" })} onClick={() => navigate("/template/list")} />
      </PageState>
    );
  return (
    <>
      <TablePage key={recipeId} definition={definition} />
      {tested !== undefined && <RegisterTester recipeId={recipeId} pointId={tested} onClose={() => setTested(undefined)} />}
    </>
  );
}

/** The register settings of a data template's points. */
export const RegisterScreen = Object.assign(RegisterPage, { definition: registerList("", () => undefined) });
