import { AnchorButton, Button } from "@blueprintjs/core";
import { skipToken } from "@reduxjs/toolkit/query/react";
import { useMemo } from "react";
import { useIntl } from "react-intl";
import type { z } from "zod";
import { type IconGroupRow, type IconPictureRow, iconPictureFields } from "#contract/resources/deviceRecipePicture.ts";
import { PictureField } from "#src/kit/form/pictureField.tsx";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import { PageState } from "#src/kit/screen/pageStates.tsx";
import { removesByIds, rowsFrom, savesOver, writes } from "#src/kit/screen/rowsSource.ts";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { useViewLocation, useViewNavigate } from "#src/kit/view/viewLocation.ts";
import { useViewSubject } from "#src/kit/view/viewName.ts";
import { deviceRecipePictureCalls } from "#store/handles/deviceRecipePicture.ts";
import { groupsAddress } from "./iconAddress.ts";
import "./icons.css";
import "#src/kit/screen/screen.css";

type Fields = z.output<typeof iconPictureFields>;

const useGroup = (): IconGroupRow | undefined => {
  const allowed = useAllowed();
  const id = useViewLocation().search.get("id") ?? "";
  return deviceRecipePictureCalls.get.useQuery(id !== "" && allowed(deviceRecipePictureCalls.get.call) ? { id } : skipToken).data;
};

/** Whose pictures these are, and how many data points show them. */
function GroupLine() {
  const intl = useIntl();
  const group = useGroup();
  return (
    <div className="gh-icon-line">
      {group && (
        <>
          <strong title={group.name}>{group.name}</strong>
          <span>{intl.formatMessage({ id: "iconPictures.usedBy" }, { count: group.points })}</span>
        </>
      )}
      <AnchorButton
        size="small"
        variant="minimal"
        icon="th-list"
        text={intl.formatMessage({ id: "iconPictures.groups" })}
        href={`#${groupsAddress}`}
      />
    </div>
  );
}

const PictureFields = () => <PictureField name="picture" kind="picture" />;

/** The pictures of one group; they are changed by those who may change the group. */
const pictureList = (groupId: string, changeable: boolean) =>
  screenOf({
    id: "iconPictures",
    route: "/devices/icon/grouplist",
    rows: rowsFrom(deviceRecipePictureCalls.query_body, {
      toRequest: ({ pageNo, pageSize, sort, filters }) => ({
        ...{ groupId, pageNo, pageSize, search: filters.search },
        ...{ sortField: sort?.field, sortOrder: sort?.order },
      }),
      fromAnswer: ({ list, total, pageNo, pageSize }) => ({ rows: list, total, pageNo, pageSize }),
    }),
    rowKey: (row) => row.id,
    rowName: (row) => row.value,
    search: "search",
    columns: [
      { id: "value", width: 180, text: (row) => row.value },
      {
        id: "picture",
        width: 240,
        sortable: false,
        text: (row) => row.picture,
        render: (row) => (
          <span className="gh-icon-preview">
            <img src={row.picture} alt="" />
          </span>
        ),
      },
    ],
    form: {
      schema: iconPictureFields,
      fields: [{ kind: "text", name: "value", help: true }],
      Fields: PictureFields,
      editable: () => changeable,
      blank: () => ({ groupId, value: "", picture: "" }),
      valuesOf: ({ value, picture }) => ({ groupId, value, picture }),
      versionOf: (row) => row.version,
      ...(changeable ? { add: writes(deviceRecipePictureCalls.add_body, (values: Fields) => values) } : {}),
      edit: savesOver(deviceRecipePictureCalls.put_body),
    },
    ...(changeable ? { remove: removesByIds<IconPictureRow>(deviceRecipePictureCalls.delete_body) } : {}),
    Above: GroupLine,
  });

function IconPicturePage() {
  const intl = useIntl();
  const navigate = useViewNavigate();
  const groupId = useViewLocation().search.get("id") ?? "";
  const group = useGroup();
  useViewSubject(group?.name);
  const changeable = group?.changeable ?? false;
  const definition = useMemo(() => pictureList(groupId, changeable), [groupId, changeable]);
  if (groupId === "")
    return (
      <PageState whole icon="search" text={intl.formatMessage({ id: "iconPictures.noGroup" })}>
        <Button text={intl.formatMessage({ id: "iconPictures.groups" })} onClick={() => navigate(groupsAddress)} />
      </PageState>
    );
  return <TablePage key={groupId} definition={definition} />;
}

/** The pictures of one icon group, each with the value that it stands for. */
export const IconPictureScreen = Object.assign(IconPicturePage, { definition: pictureList("", true) });
