import { useMemo } from "react";
import { useIntl } from "react-intl";
import type { z } from "zod";
import { limits } from "#contract/limits.ts";
import { iconGroupFields, newIconGroup } from "#contract/resources/deviceRecipePicture.ts";
import { TextField } from "#src/kit/form/fields.tsx";
import { PictureField } from "#src/kit/form/pictureField.tsx";
import { RowsField } from "#src/kit/form/rowsField.tsx";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import { listRows, removesByIds, savesOver, writes } from "#src/kit/screen/rowsSource.ts";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { companyFilter } from "#src/screens/company/companySource.ts";
import { useSession } from "#src/session/sessionView.ts";
import { deviceRecipePictureCalls } from "#store/handles/deviceRecipePicture.ts";
import { picturesAddress, picturesView } from "./iconAddress.ts";
import "./icons.css";

type New = z.output<typeof newIconGroup>;

const blankPicture = () => ({ value: "", picture: "" });

/** The pictures that a new group starts with. */
function NewPictures() {
  const intl = useIntl();
  return (
    <div className="gh-icon-rows">
      <RowsField
        name="bodies"
        blank={blankPicture}
        most={limits.iconGroup.pictures}
        help={intl.formatMessage({ id: "iconGroups.help.bodies" })}
      >
        {(prefix) => (
          <>
            <TextField name={`${prefix}.value`} />
            <PictureField name={`${prefix}.picture`} kind="picture" />
          </>
        )}
      </RowsField>
    </div>
  );
}

const Preview = ({ pictures }: { pictures: readonly string[] }) => (
  <span className="gh-icon-preview">
    {pictures.map((picture) => (
      <img key={picture} src={picture} alt="" />
    ))}
  </span>
);

const groupList = (zone: string) =>
  screenOf({
    id: "iconGroups",
    route: "/system/icon_group",
    rows: listRows(deviceRecipePictureCalls.query),
    rowKey: (row) => row.id,
    rowName: (row) => row.name,
    search: "name",
    filters: [companyFilter],
    sort: { field: "name", order: "asc" },
    columns: [
      { id: "name", width: 200, text: (row) => row.name },
      { id: "id", width: 200, mono: true, sortable: false, text: (row) => row.id },
      { id: "preview", width: 180, sortable: false, text: () => "", render: (row) => <Preview pictures={row.preview} /> },
      { id: "pictures", width: 90, align: "end", number: (row) => row.pictures, text: (row, intl) => intl.formatNumber(row.pictures) },
      { id: "points", width: 110, align: "end", number: (row) => row.points, text: (row, intl) => intl.formatNumber(row.points) },
      { id: "companyName", width: 150, text: (row) => row.companyName },
      { id: "updatedAt", width: 160, instant: (row) => row.updatedAt, text: (row) => formatInstant(zone, row.updatedAt) },
    ],
    form: {
      schema: iconGroupFields,
      fields: [{ kind: "text", name: "name" }],
      adding: { schema: newIconGroup, fields: [{ kind: "text", name: "name" }], Fields: NewPictures },
      wide: true,
      editable: (row) => row.changeable,
      blank: () => ({ name: "", bodies: [blankPicture()] }),
      valuesOf: ({ name }) => ({ name }),
      versionOf: (row) => row.version,
      add: writes(deviceRecipePictureCalls.post, (values: New) => values),
      edit: savesOver(deviceRecipePictureCalls.put),
    },
    remove: { ...removesByIds(deviceRecipePictureCalls.delete), removable: (row) => row.changeable },
    address: (row) => picturesAddress(row.id),
    leads: { call: deviceRecipePictureCalls.query_body.call, view: picturesView },
  });

function IconGroupPage() {
  const { me } = useSession();
  const definition = useMemo(() => groupList(me.zone), [me.zone]);
  return <TablePage definition={definition} />;
}

/** Icon groups; a row opens its pictures. */
export const IconGroupScreen = Object.assign(IconGroupPage, { definition: groupList("UTC") });
