import { useMemo, useState } from "react";
import { useIntl } from "react-intl";
import { useDispatch } from "react-redux";
import type { z } from "zod";
import { type RecipeRow, recipeFields } from "#contract/resources/deviceDataRecipe.ts";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import { listRows, removesByIds, savesOver, writes } from "#src/kit/screen/rowsSource.ts";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { useOpens } from "#src/kit/screen/useAllowed.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { useViewNavigate } from "#src/kit/view/viewLocation.ts";
import { companyFilter } from "#src/screens/company/companySource.ts";
import { useSession } from "#src/session/sessionView.ts";
import { deviceDataRecipeCalls } from "#store/handles/deviceDataRecipe.ts";
import { deviceDataRecipeAppCalls } from "#store/handles/deviceDataRecipeApp.ts";
import type { Dispatch } from "#store/store.ts";
import { CopyDrawer } from "./copyDrawer.tsx";
import { appAddress, appView, pointsAddress, pointsView } from "./templateAddress.ts";

type Fields = z.output<typeof recipeFields>;
const dash = "–";

/** The data templates; times are shown in `zone`. */
const recipeList = (zone: string, copy: (row: RecipeRow) => void) =>
  screenOf({
    id: "recipes",
    route: "/template/list",
    rows: listRows(deviceDataRecipeCalls.query),
    rowKey: (row) => row.id,
    rowName: (row) => row.name,
    search: "name",
    filters: [companyFilter],
    sort: { field: "name", order: "asc" },
    columns: [
      { id: "name", width: 240, text: (row) => row.name },
      { id: "description", width: 320, sortable: false, text: (row) => row.description || dash },
      { id: "points", width: 100, align: "end", number: (row) => row.points, text: (row, intl) => intl.formatNumber(row.points) },
      { id: "devices", width: 100, align: "end", number: (row) => row.devices, text: (row, intl) => intl.formatNumber(row.devices) },
      { id: "companyName", width: 180, text: (row) => row.companyName || dash },
      { id: "createdAt", width: 160, instant: (row) => row.createdAt, text: (row) => formatInstant(zone, row.createdAt) },
    ],
    form: {
      schema: recipeFields,
      fields: [
        { kind: "text", name: "name" },
        { kind: "textarea", name: "description", lines: 4 },
      ],
      blank: () => ({ name: "", description: "" }),
      valuesOf: ({ name, description }) => ({ name, description }),
      versionOf: (row) => row.version,
      add: writes(deviceDataRecipeCalls.post, (values: Fields) => values),
      edit: savesOver(deviceDataRecipeCalls.put),
    },
    remove: {
      ...removesByIds(deviceDataRecipeCalls.delete),
    },
    rowActions: [
      { id: "copy", icon: "duplicate", call: deviceDataRecipeCalls.copy.call, run: copy },
      {
        ...{ id: "app", icon: "mobile-phone", call: deviceDataRecipeAppCalls.query.call, view: appView },
        run: (row, tools) => tools.navigate(appAddress(row.id)),
      },
    ],
    address: (row) => pointsAddress(row.id),
    leads: { call: deviceDataRecipeCalls.list_body.call, view: pointsView },
  });

function RecipeListPage() {
  const intl = useIntl();
  const dispatch = useDispatch<Dispatch>();
  const { me } = useSession();
  const navigate = useViewNavigate();
  const opens = useOpens();
  const [copying, setCopying] = useState<RecipeRow>();
  const definition = useMemo(() => recipeList(me.zone, setCopying), [me.zone]);
  return (
    <>
      <TablePage definition={definition} />
      {copying && (
        <CopyDrawer
          screen="recipes"
          name={copying.name}
          help={intl.formatMessage({ id: "recipes.copy.help" }, { count: copying.points })}
          send={(name) => dispatch(deviceDataRecipeCalls.copy.initiate({ id: copying.id, name }))}
          onCopied={(id) => opens(deviceDataRecipeCalls.list_body.call, pointsView) && navigate(pointsAddress(id))}
          onClose={() => setCopying(undefined)}
        />
      )}
    </>
  );
}

/** Data templates; a row opens its data points. */
export const RecipeListScreen = Object.assign(RecipeListPage, { definition: recipeList("UTC", () => undefined) });
