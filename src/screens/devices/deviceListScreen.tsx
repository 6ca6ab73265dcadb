import { useMemo, useState } from "react";
import { device, type ListedDevice } from "#contract/resources/device.ts";
import { useAwaitedJobs } from "#src/app/jobs/awaitedJobs.ts";
import { withAllWords } from "#src/app/neededWords.ts";
import { useToasts } from "#src/kit/feedback/feedback.ts";
import { asRefusal } from "#src/kit/feedback/refusalText.ts";
import { lazyPart } from "#src/kit/part/lazyPart.tsx";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import type { ListState } from "#src/kit/screen/listState.ts";
import { listRows, typedFilters, writes } from "#src/kit/screen/rowsSource.ts";
import type { ColumnSpec, Matching, ScreenTools } from "#src/kit/screen/screenDefinition.ts";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { companyFilter } from "#src/screens/company/companySource.ts";
import type { LabelText } from "#src/screens/labels/labelsDialog.tsx";
import { useDeviceTemplateChoices } from "#src/screens/template/device/useDeviceTemplates.ts";
import { useSession } from "#src/session/sessionView.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { deviceCompanyGroupCalls } from "#store/handles/deviceCompanyGroup.ts";
import { deviceGroupCalls } from "#store/handles/deviceGroup.ts";
import { deviceGroupMemberCalls } from "#store/handles/deviceGroupMember.ts";
import { deviceUserBindCalls } from "#store/handles/deviceUserBind.ts";
import { type AskedKind, type Chosen, deleteMatching } from "./changeMany.ts";
import { deviceAddress, deviceView } from "./deviceAddress.ts";
import { mainColumns, mutedText } from "./deviceColumns.tsx";
import { useModelChoices } from "./deviceModelOptions.ts";
import { useTypeOptions } from "./deviceTypeOptions.ts";
import { follow, unfollow } from "./following.ts";
import { companyGroups, ownGroups } from "./groupSource.ts";
import { regionText } from "./regionText.ts";
import "./devices.css";

const dash = "–";

const DeviceMap = lazyPart(async () => (await import("./deviceMap.tsx")).DeviceMap);

/** Columns that stand aside until somebody wants them. */
const described = [
  { id: "modelName", width: 120, aside: true, sortable: false, text: (row) => row.modelName || dash },
  { id: "deviceTemplateName", width: 140, aside: true, sortable: false, text: (row) => row.deviceTemplateName || dash },
  {
    id: "transmission",
    width: 130,
    aside: true,
    sortable: false,
    text: (row, intl) => intl.formatMessage({ id: `devices.transmission.${row.transmission}` }),
  },
  { id: "industry", width: 110, aside: true, sortable: false, text: (row) => row.industry || dash },
  { id: "dealer", width: 130, aside: true, sortable: false, text: (row) => row.dealer || dash },
  { id: "userName", width: 120, aside: true, sortable: false, text: (row) => row.userName || dash },
  { id: "contact", width: 130, aside: true, sortable: false, text: (row) => row.contact || dash },
  { id: "thirdPartyId", width: 130, aside: true, sortable: false, mono: true, text: (row) => row.thirdPartyId || dash },
  { id: "tuyaId", width: 130, aside: true, sortable: false, mono: true, text: (row) => row.tuyaId || dash },
  { id: "installedOn", width: 120, aside: true, sortable: false, text: (row) => row.installedOn || dash },
  {
    id: "region",
    width: 160,
    aside: true,
    sortable: false,
    text: (row) => regionText(row) || dash,
  },
  { id: "address", width: 180, aside: true, sortable: false, text: (row) => row.address || dash },
  {
    id: "mobile",
    width: 110,
    aside: true,
    sortable: false,
    text: (row, intl) => intl.formatMessage({ id: `devices.mobile.${row.mobile}` }),
  },
  {
    id: "alarmNotice",
    width: 120,
    aside: true,
    sortable: false,
    text: (row, intl) => intl.formatMessage({ id: row.alarmNotice ? "devices.on" : "devices.off" }),
  },
  { id: "leaseStart", width: 130, aside: true, sortable: false, text: (row) => row.leaseStart || dash },
  { id: "leaseEnd", width: 130, aside: true, text: (row) => row.leaseEnd || dash },
  { id: "softwareVersion", width: 120, aside: true, sortable: false, text: (row) => row.softwareVersion || dash },
  { id: "hardwareVersion", width: 120, aside: true, sortable: false, text: (row) => row.hardwareVersion || dash },
  { id: "parameterVersion", width: 120, aside: true, sortable: false, text: (row) => row.parameterVersion || dash },
  {
    id: "signal",
    width: 110,
    aside: true,
    sortable: false,
    align: "end",
    number: (row) => row.signal,
    text: (row) => (row.signal === null ? dash : `${row.signal} dBm`),
  },
  { id: "sort", width: 100, aside: true, align: "end", number: (row) => row.sort, text: (row) => String(row.sort) },
] as const satisfies readonly ColumnSpec<ListedDevice>[];

/** What opens beside the list, or goes on behind it. */
interface Beside {
  /** Asks for the groups that devices are put into; true once they are in them. */
  addToGroup(rows: readonly ListedDevice[]): Promise<boolean>;
  retype(ids: readonly string[]): void;
  /** Asks what many devices are to be changed to; true once that has begun. */
  change(kind: AskedKind, chosen: Chosen, tools: Pick<ScreenTools<ListedDevice>, "refetch">): Promise<boolean>;
  label(labels: readonly LabelText[]): void;
  exportAll(state: ListState): Promise<void>;
  /** Only for who is no end user there is nothing to ask for. */
  ask: (() => void) | undefined;
}

const labelOf = ({ sn, name, modelName }: ListedDevice): LabelText => ({ sn, name, model: modelName });

/** The device list; times are shown in `zone`. */
export const deviceList = (zone: string, { addToGroup, retype, change, label, exportAll, ask }: Beside) => {
  type Tools = ScreenTools<ListedDevice>;
  const whole = (kind: AskedKind) => (matching: Matching, tools: Tools) => change(kind, matching, tools);
  /** Of the ticked ones and of a whole filter alike. */
  const changes = (kind: AskedKind) => ({
    run: (rows: readonly ListedDevice[], tools: Tools) => change(kind, { ids: rows.map(({ id }) => id) }, tools),
    all: whole(kind),
  });
  return screenOf({
    id: "devices",
    route: "/devices/list",
    rows: listRows(deviceCalls.query),
    rowKey: (row) => row.id,
    rowName: (row) => `${row.name} (${row.sn})`,
    search: "search",
    sort: { field: "name", order: "asc" },
    columns: [
      ...mainColumns(zone),
      ...described,
      { id: "muted", width: 180, aside: true, sortable: false, text: (row, intl) => mutedText(intl, zone, row) || dash },
      {
        id: "updatedAt",
        width: 150,
        aside: true,
        sortable: false,
        instant: (row) => row.updatedAt,
        text: (row) => formatInstant(zone, row.updatedAt),
      },
      { id: "createdAt", width: 150, instant: (row) => row.createdAt, text: (row) => formatInstant(zone, row.createdAt) },
    ],
    filters: [
      companyFilter,
      { id: "presence", kind: "select", values: ["online", "offline", "inactive"] },
      { id: "typeId", kind: "select", useOptions: useTypeOptions },
      { id: "modelId", kind: "select", aside: true, useOptions: useModelChoices },
      { id: "deviceTemplateId", kind: "select", aside: true, useOptions: useDeviceTemplateChoices },
      { id: "alarmed", kind: "boolean" },
      { id: "activated", kind: "boolean", aside: true },
      { id: "sold", kind: "boolean", aside: true },
      { id: "installedFrom", kind: "date", aside: true },
      { id: "installedTo", kind: "date", aside: true },
      { id: "industry", kind: "text", aside: true },
      { id: "province", kind: "text", aside: true },
      { id: "city", kind: "text", aside: true },
      { id: "groupId", kind: "find", aside: true, source: ownGroups, call: deviceGroupCalls.query.call },
      { id: "companyGroupId", kind: "find", aside: true, source: companyGroups, call: deviceCompanyGroupCalls.query.call },
    ],
    remove: {
      one: writes(deviceCalls.delete, (row: ListedDevice) => ({ ids: [row.id] })),
      many: writes(deviceCalls.delete, (rows: readonly ListedDevice[]) => ({ ids: rows.map((row) => row.id) })),
      all: { write: deleteMatching, done: "devices.changeBegun" },
    },
    address: (row) => deviceAddress(row.id),
    leads: { call: deviceCalls.get.call, view: deviceView },
    other: { id: "map", icon: "map", call: deviceCalls.query_location_count.call, View: DeviceMap },
    actions: [
      {
        id: "add",
        icon: "plus",
        primary: true,
        call: deviceCalls.post.call,
        view: "/devices/adds",
        run: (tools) => tools.navigate("/devices/adds"),
      },
      ...(ask ? [{ id: "ask", icon: "key" as const, call: deviceUserBindCalls.ask.call, run: ask }] : []),
      {
        ...{ id: "import", icon: "import", iconAlone: true, call: deviceCalls.import.call, view: "/devices/import" },
        run: (tools) => tools.navigate("/devices/import"),
      },
    ],
    otherExports: [{ id: "exportTable", icon: "th-list", call: deviceCalls.dlexcel.call, run: exportAll }],
    bulk: [
      {
        ...{ id: "followMany", icon: "star-empty", call: follow.call },
        changes: (row) => !row.followed,
        run: (rows, tools) => tools.send(follow, rows, "devices.followed"),
      },
      { id: "addToGroup", icon: "group-objects", call: deviceGroupMemberCalls.add.call, run: addToGroup, all: whole("join") },
      { id: "leaveGroup", icon: "minus", call: deviceGroupMemberCalls.remove.call, ...changes("leave") },
      {
        ...{ id: "transferMany", icon: "swap-horizontal", call: deviceCalls.change_user.call, view: "/devices/transfer" },
        all: whole("transfer"),
        run: (rows, tools) => {
          tools.navigate(`/devices/transfer?ids=${rows.map(({ id }) => encodeURIComponent(id)).join(",")}`);
          return false;
        },
      },
      {
        ...{ id: "retypeMany", icon: "edit", call: deviceCalls.update_device_type.call },
        all: whole("type"),
        run: (rows) => {
          retype(rows.map(({ id }) => id));
          return false;
        },
      },
      { id: "templateMany", icon: "th-list", call: deviceCalls.put.call, ...changes("template") },
      { id: "alarmNoticeMany", icon: "notifications", call: deviceCalls.put.call, ...changes("alarmNotice") },
      { id: "renewMany", icon: "calendar", call: deviceCalls.renew.call, ...changes("renew") },
      { id: "commandMany", icon: "send-message", call: deviceCalls.cmd.call, ...changes("command") },
      {
        ...{ id: "labels", icon: "print", call: deviceCalls.post.call },
        run(rows) {
          label(rows.map(labelOf));
          return false;
        },
      },
    ],
    rowActions: [
      {
        ...{ id: "follow", icon: "star-empty", call: follow.call },
        shown: (row) => !row.followed,
        run: async (row, tools) => void (await tools.send(follow, [row], "devices.followed")),
      },
      {
        ...{ id: "unfollow", icon: "star", call: unfollow.call },
        shown: (row) => row.followed,
        run: async (row, tools) => void (await tools.send(unfollow, [row], "devices.unfollowed")),
      },
      {
        id: "edit",
        icon: "edit",
        call: deviceCalls.put.call,
        view: "/devices/edit",
        run: (row, tools) => tools.navigate(`/devices/edit?id=${encodeURIComponent(row.id)}`),
      },
    ],
  });
};

const AskDrawer = lazyPart(async () => (await withAllWords(import("./askDrawer.tsx"))).AskDrawer, { place: "over" });
const RetypeDrawer = lazyPart(async () => (await withAllWords(import("./retypeDrawer.tsx"))).RetypeDrawer, { place: "over" });
const AddToGroupDrawer = lazyPart(async () => (await withAllWords(import("./addToGroupDrawer.tsx"))).AddToGroupDrawer, { place: "over" });
const ChangeManyDrawer = lazyPart(async () => (await withAllWords(import("./changeManyDrawer.tsx"))).ChangeManyDrawer, { place: "over" });
const LabelsDialog = lazyPart(async () => (await import("#src/screens/labels/labelsDialog.tsx")).LabelsDialog, { place: "over" });
const endUsers: readonly number[] = [3, 4, 5];

type Open =
  | { what: "asking" }
  | { what: "retyping"; ids: readonly string[] }
  | { what: "changing"; kind: AskedKind; chosen: Chosen; recount(): void; end(begun: boolean): void }
  | { what: "labels"; labels: readonly LabelText[] }
  | { what: "grouping"; rows: readonly ListedDevice[]; end(added: boolean): void };

function DeviceListPage() {
  const { me } = useSession();
  const toasts = useToasts();
  const { settle } = useAwaitedJobs();
  const [begin] = deviceCalls.dlexcel.useMutation();
  const [open, setOpen] = useState<Open>();
  const asks = endUsers.includes(me.type);
  const definition = useMemo(
    () =>
      deviceList(me.zone, {
        addToGroup: (rows) =>
          new Promise<boolean>((resolve) =>
            setOpen({
              ...{ what: "grouping", rows },
              end(added) {
                setOpen(undefined);
                resolve(added);
              },
            }),
          ),
        retype: (ids) => setOpen({ what: "retyping", ids }),
        change: (kind, chosen, { refetch }) =>
          new Promise<boolean>((resolve) =>
            setOpen({
              ...{ what: "changing", kind, chosen, recount: () => void refetch() },
              end(begun) {
                setOpen(undefined);
                resolve(begun);
              },
            }),
          ),
        label: (labels) => setOpen({ what: "labels", labels }),
        async exportAll({ filters }) {
          const answer = await begin({ ...typedFilters(device.calls.dlexcel.request, filters), format: "xlsx" });
          if (answer.data) await settle(answer.data.id);
          else toasts.refused(asRefusal(answer.error));
        },
        ask: asks ? () => setOpen({ what: "asking" }) : undefined,
      }),
    [me.zone, asks, begin, settle, toasts],
  );
  const close = () => setOpen(undefined);
  return (
    <>
      <TablePage definition={definition} />
      {open?.what === "asking" && <AskDrawer onClose={close} />}
      {open?.what === "retyping" && <RetypeDrawer ids={open.ids} onClose={close} />}
      {open?.what === "changing" && (
        <ChangeManyDrawer
          kind={open.kind}
          chosen={open.chosen}
          onRefused={open.recount}
          onBegun={() => open.end(true)}
          onClose={() => open.end(false)}
        />
      )}
      {open?.what === "labels" && <LabelsDialog labels={open.labels} onClose={close} />}
      {open?.what === "grouping" && (
        <AddToGroupDrawer deviceIds={open.rows.map(({ id }) => id)} onAdded={() => open.end(true)} onClose={() => open.end(false)} />
      )}
    </>
  );
}

const nothing = (): undefined => undefined;

/** Devices with search, filters and paging; a row opens the device. */
export const DeviceListScreen = Object.assign(DeviceListPage, {
  definition: deviceList("UTC", {
    ...{
      addToGroup: async () => false,
      retype: nothing,
      change: async () => false,
      label: nothing,
      exportAll: async () => undefined,
      ask: nothing,
    },
  }),
});
