import { useMemo, useState } from "react";
import type { z } from "zod";
import { newVideo, type VideoRow, videoFields, videoKinds } from "#contract/resources/deviceVideo.ts";
import { lazyPart } from "#src/kit/part/lazyPart.tsx";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import { listRows, removesByIds, savesOver, writes } from "#src/kit/screen/rowsSource.ts";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { companyFilter } from "#src/screens/company/companySource.ts";
import { deviceSource } from "#src/screens/devices/deviceSource.ts";
import { useSession } from "#src/session/sessionView.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { deviceVideoCalls } from "#store/handles/deviceVideo.ts";
import { cameraAddress, cameraView, openAddress, sourceWords } from "./videoWords.ts";

type New = z.output<typeof newVideo>;
const dash = "–";

const fields = [
  { kind: "text", name: "name" },
  { kind: "radio", name: "kind", values: videoKinds, help: true },
  { kind: "text", name: "url", mono: true, help: true },
  { kind: "textarea", name: "note", lines: 2 },
  { kind: "number", name: "sort", help: true },
] as const;

interface Setting {
  zone: string;
  onPlay(row: VideoRow): void;
}

const videoList = ({ zone, onPlay }: Setting) =>
  screenOf({
    id: "videos",
    route: "/devices/videoList",
    rows: listRows(deviceVideoCalls.query),
    rowKey: (row) => row.id,
    rowName: (row) => `${row.deviceName} · ${row.name}`,
    search: "search",
    filters: [
      companyFilter,
      { id: "deviceId", kind: "find", source: deviceSource, call: deviceCalls.query_mini.call },
      { id: "kind", kind: "select", values: videoKinds },
    ],
    sort: { field: "createdAt", order: "desc" },
    columns: [
      { id: "deviceName", width: 180, text: (row) => row.deviceName },
      { id: "name", width: 160, text: (row) => row.name },
      { id: "kind", width: 100, text: (row, intl) => intl.formatMessage({ id: `videos.option.kind.${row.kind}` }) },
      { id: "url", width: 280, sortable: false, mono: true, text: (row) => openAddress(row.url) },
      { id: "status", width: 130, sortable: false, text: (row, intl) => sourceWords(intl, row) },
      { id: "note", width: 160, sortable: false, text: (row) => row.note || dash },
      { id: "sort", width: 80, align: "end", number: (row) => row.sort, text: (row) => String(row.sort) },
      { id: "companyName", width: 140, text: (row) => row.companyName },
      { id: "createdAt", width: 150, instant: (row) => row.createdAt, text: (row) => formatInstant(zone, row.createdAt) },
    ],
    address: cameraAddress,
    leads: { call: deviceVideoCalls.query.call, view: cameraView },
    rowActions: [{ id: "play", icon: "play", run: onPlay }],
    form: {
      schema: videoFields,
      fields,
      adding: { schema: newVideo, fields: [{ kind: "find", name: "deviceId", source: deviceSource }, ...fields] },
      blank: () => ({ deviceId: "", name: "", kind: "hls", url: "", note: "", sort: 0 }),
      valuesOf: ({ name, kind, url, note, sort }) => ({ name, kind, url, note, sort }),
      versionOf: (row) => row.version,
      add: writes(deviceVideoCalls.post, (values: New) => values),
      edit: savesOver(deviceVideoCalls.put),
    },
    remove: removesByIds(deviceVideoCalls.delete),
  });

const VideoDrawer = lazyPart(async () => (await import("./videoDrawer.tsx")).VideoDrawer, { place: "over" });

function VideoListPage() {
  const { me } = useSession();
  const [played, setPlayed] = useState<VideoRow>();
  const definition = useMemo(() => videoList({ zone: me.zone, onPlay: setPlayed }), [me.zone]);
  return (
    <>
      <TablePage definition={definition} />
      {played && <VideoDrawer video={played} onClose={() => setPlayed(undefined)} />}
    </>
  );
}

/** Cameras of devices; each is played beside the table, and a row leads to the wall. */
export const VideoListScreen = Object.assign(VideoListPage, { definition: videoList({ zone: "UTC", onPlay: () => undefined }) });
