import { useMemo, useState } from "react";
import type { IntlShape } from "react-intl";
import type { z } from "zod";
import { type TypeRow, typeFields } from "#contract/resources/deviceType.ts";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import { listRows, removesByIds, savesOver, writes } from "#src/kit/screen/rowsSource.ts";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { listText } from "#src/kit/value/listText.ts";
import { ownName } from "#src/kit/value/readersLanguage.ts";
import { companyFilter } from "#src/screens/company/companySource.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { deviceTypeCalls } from "#store/handles/deviceType.ts";
import { deviceTypeRelationCalls } from "#store/handles/deviceTypeRelation.ts";
import { TypeAttributeFields } from "./typeAttributes.tsx";
import { TypeRelations } from "./typeRelations.tsx";
import "./devices.css";

type Fields = z.output<typeof typeFields>;
const dash = "–";

/** An attribute, with the default that it has. */
const attributeText = ({ name, nameEn, kind, defaultValue }: TypeRow["attributes"][number], intl: IntlShape): string => {
  const own = ownName(intl, name, nameEn);
  if (defaultValue === "") return own;
  return `${own} (${kind === "boolean" ? intl.formatMessage({ id: `types.boolean.${defaultValue}` }) : defaultValue})`;
};

const chooses = writes(deviceTypeCalls.do_default, ({ id, isDefault }: TypeRow) => ({ id, on: !isDefault }));

const typeList = (onRelations: (row: TypeRow) => void) =>
  screenOf({
    id: "types",
    route: "/devices/types",
    rows: listRows(deviceTypeCalls.query),
    rowKey: (row) => row.id,
    rowName: (row, intl) => ownName(intl, row.name, row.nameEn),
    search: "search",
    filters: [companyFilter],
    sort: { field: "name", order: "asc" },
    columns: [
      { id: "name", width: 160, text: (row) => row.name },
      { id: "nameEn", width: 160, text: (row) => row.nameEn || dash },
      { id: "description", width: 180, text: (row) => row.description || dash },
      {
        id: "attributes",
        width: 240,
        sortable: false,
        text: ({ attributes }, intl) =>
          attributes.length === 0
            ? dash
            : listText(
                intl,
                attributes.map((attribute) => attributeText(attribute, intl)),
              ),
      },
      { id: "devices", width: 90, align: "end", number: (row) => row.devices, text: (row) => String(row.devices) },
      { id: "related", width: 90, align: "end", sortable: false, number: (row) => row.related, text: (row) => String(row.related) },
      {
        id: "isDefault",
        width: 90,
        sortable: false,
        text: (row, intl) => (row.isDefault ? intl.formatMessage({ id: "types.default" }) : dash),
      },
      { id: "companyName", width: 150, text: (row) => row.companyName },
    ],
    rowActions: [
      {
        id: "devices",
        icon: "cube",
        call: deviceCalls.query.call,
        view: "/devices/list",
        shown: (row) => row.devices > 0,
        run: (row, tools) => tools.navigate(`/devices/list?typeId=${encodeURIComponent(row.id)}`),
      },
      {
        id: "related",
        icon: "link",
        call: deviceTypeRelationCalls.put.call,
        shown: (row) => row.changeable,
        run: onRelations,
      },
      {
        id: "default",
        icon: "confirm",
        call: deviceTypeCalls.do_default.call,
        shown: (row) => !row.isDefault,
        run: async (row, tools) => void (await tools.send(chooses, row, "types.chosen")),
      },
      {
        id: "noDefault",
        icon: "disable",
        call: deviceTypeCalls.do_default.call,
        shown: (row) => row.isDefault,
        run: async (row, tools) => void (await tools.send(chooses, row, "types.unchosen")),
      },
    ],
    form: {
      schema: typeFields,
      fields: [
        { kind: "text", name: "name" },
        { kind: "text", name: "nameEn" },
        { kind: "textarea", name: "description", lines: 2 },
      ],
      Fields: TypeAttributeFields,
      wide: true,
      editable: (row) => row.changeable,
      blank: () => ({ name: "", nameEn: "", description: "", attributes: [] }),
      valuesOf: ({ name, nameEn, description, attributes }) => ({ name, nameEn, description, attributes }),
      versionOf: (row) => row.version,
      add: writes(deviceTypeCalls.post, (values: Fields) => values),
      edit: savesOver(deviceTypeCalls.put),
    },
    remove: { ...removesByIds(deviceTypeCalls.delete), removable: (row) => row.changeable },
  });

function TypeListPage() {
  const [relating, setRelating] = useState<TypeRow>();
  const definition = useMemo(() => typeList(setRelating), []);
  return (
    <>
      <TablePage definition={definition} />
      {relating && <TypeRelations type={relating} onClose={() => setRelating(undefined)} />}
    </>
  );
}

/** Product categories with their attributes. */
export const TypeScreen = Object.assign(TypeListPage, { definition: typeList(() => undefined) });
