import { useMemo } from "react";
import type { z } from "zod";
import { appFields, appPlatforms } from "#contract/resources/appVersion.ts";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import { listRows, removesByIds, savesOver, writes } from "#src/kit/screen/rowsSource.ts";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { fileSize } from "#src/kit/value/fileSize.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { useSession } from "#src/session/sessionView.ts";
import { appVersionCalls } from "#store/handles/appVersion.ts";
import { PackageFields } from "./packageFields.tsx";

type Fields = z.output<typeof appFields>;
const dash = "–";

/** Packages of the consumer app; times are shown in `zone`. */
const appList = (zone: string) =>
  screenOf({
    id: "apps",
    route: "/system/app_version",
    rows: listRows(appVersionCalls.query),
    rowKey: (row) => row.id,
    rowName: (row) => `${row.name} ${row.versionName}`,
    search: "search",
    filters: [{ id: "platform", kind: "select", values: appPlatforms }],
    sort: { field: "createdAt", order: "desc" },
    columns: [
      { id: "name", width: 200, text: (row) => row.name },
      { id: "platform", width: 110, text: (row, intl) => intl.formatMessage({ id: `apps.option.platform.${row.platform}` }) },
      { id: "versionName", width: 130, text: (row) => row.versionName },
      { id: "versionNumber", width: 120, align: "end", text: (row) => row.versionNumber },
      {
        id: "path",
        width: 320,
        sortable: false,
        text: (row) => row.path,
        render: (row) => (
          <a
            href={row.path}
            tabIndex={-1}
            draggable={false}
            rel="noreferrer noopener"
            {...(row.size === null ? { target: "_blank" } : { download: true })}
          >
            {row.path}
          </a>
        ),
      },
      {
        id: "size",
        width: 100,
        align: "end",
        text: (row, intl) => (row.size === null ? dash : fileSize(intl, row.size)),
        file: [{ id: "bytes", cell: (row) => row.size }],
      },
      { id: "createdAt", width: 160, instant: (row) => row.createdAt, text: (row) => formatInstant(zone, row.createdAt) },
    ],
    form: {
      schema: appFields,
      fields: [
        { kind: "text", name: "name" },
        { kind: "text", name: "versionName", help: true },
        { kind: "text", name: "versionNumber", help: true },
      ],
      Fields: PackageFields,
      blank: () => ({ name: "", versionName: "", versionNumber: "", path: "", platform: undefined }),
      valuesOf: ({ name, versionName, versionNumber, path, platform }) => ({ name, versionName, versionNumber, path, platform }),
      versionOf: (row) => row.version,
      add: writes(appVersionCalls.post, (values: Fields) => values),
      edit: savesOver(appVersionCalls.put),
    },
    remove: removesByIds(appVersionCalls.delete),
  });

function AppPage() {
  const { me } = useSession();
  const definition = useMemo(() => appList(me.zone), [me.zone]);
  return <TablePage definition={definition} />;
}

/** App packages: what the consumer app is got from, and which version is the newest. */
export const AppScreen = Object.assign(AppPage, { definition: appList("UTC") });
