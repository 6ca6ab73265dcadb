import { useEffect, useMemo, useRef } from "react";
import type { AlarmRow } from "#contract/resources/alarm.ts";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import { removesByIds, rowsFrom } from "#src/kit/screen/rowsSource.ts";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { isGranted, useOpens } from "#src/kit/screen/useAllowed.ts";
import { type ShownRows, useAddressedRow } from "#src/kit/screen/useRowSteps.ts";
import { LevelMark } from "#src/kit/value/levelMark.tsx";
import { ownName } from "#src/kit/value/readersLanguage.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { useViewLocation } from "#src/kit/view/viewLocation.ts";
import { deviceAddress, deviceView } from "#src/screens/devices/deviceAddress.ts";
import { useSession } from "#src/session/sessionView.ts";
import { alarmLogCalls } from "#store/handles/alarmLog.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { AlarmDrawer } from "./alarmDrawer.tsx";
import { AlarmedDevices } from "./alarmedDevices.tsx";
import { alarmFilters, askedFilters } from "./alarmFilters.ts";
import { AlarmStateMark, alarmStateId } from "./alarmStateMark.tsx";
import { slaveText, valueText } from "./alarmText.ts";
import { CellLink } from "./cellLink.tsx";
import { silenceText } from "./maskText.ts";
import { ProcessDialog } from "./processDialog.tsx";
import { useProcessing } from "./useProcessing.ts";

const route = "/alarms/history";
const boardRoute = "/alarm/board";
const dash = "–";
/** The bare value as it is shown; a text of a device is no number, whatever its digits. */
const fileValue = ({ value, valueLabel, decimals }: AlarmRow): string | number | null => {
  if (valueLabel !== "") return valueLabel;
  return typeof value === "number" && decimals !== null ? Number(value.toFixed(decimals)) : value;
};
/** Names the record of the open drawer in the view's address. */
const recordKey = "record";

interface AlarmListOptions {
  zone: string;
  /** The address that opens a record's drawer; left out where records may not be read. */
  address?(row: AlarmRow): string;
  /** Whether device names lead to the device. */
  devices?: boolean;
  /** Answers whether they were processed. */
  onProcess(rows: readonly AlarmRow[]): Promise<boolean>;
}

/** Alarm records, newest first; times and dates are those of the zone. */
const alarmList = ({ zone, address, devices = false, onProcess }: AlarmListOptions) =>
  screenOf({
    id: "alarms",
    route,
    rows: rowsFrom(alarmLogCalls.query, {
      toRequest: ({ pageNo, pageSize, sort, filters }) => ({
        ...askedFilters(zone, filters),
        pageNo,
        pageSize,
        sortField: sort?.field,
        sortOrder: sort?.order,
      }),
      fromAnswer: ({ list, total, pageNo, pageSize }) => ({ rows: list, total, pageNo, pageSize }),
    }),
    rowKey: (row) => row.id,
    rowName: (row) => `${row.deviceName} · ${row.triggerText}`,
    search: "search",
    sort: { field: "raisedAt", order: "desc" },
    columns: [
      {
        id: "level",
        width: 104,
        text: (row, intl) => intl.formatMessage({ id: `alarmLevel.${row.level}` }),
        render: (row) => <LevelMark level={row.level} />,
      },
      {
        id: "triggerText",
        width: 220,
        least: 220,
        sortable: false,
        text: (row) => row.triggerText,
        ...(address ? { render: (row: AlarmRow) => <CellLink address={() => address(row)}>{row.triggerText}</CellLink> } : {}),
      },
      {
        id: "deviceName",
        width: 140,
        least: 120,
        text: (row) => row.deviceName,
        ...(devices
          ? { render: (row: AlarmRow) => <CellLink address={() => deviceAddress(row.deviceId)}>{row.deviceName}</CellLink> }
          : {}),
      },
      {
        id: "value",
        width: 104,
        align: "end",
        sortable: false,
        text: valueText,
        file: [
          { id: "value", cell: fileValue },
          { id: "unit", cell: (row) => (row.valueLabel === "" && row.value !== null ? row.unit : null) },
        ],
      },
      { id: "raisedAt", width: 150, instant: (row) => row.raisedAt, text: (row) => formatInstant(zone, row.raisedAt) },
      {
        id: "state",
        width: 104,
        text: (row, intl) => intl.formatMessage({ id: alarmStateId(row.state) }),
        render: (row) => <AlarmStateMark state={row.state} />,
      },
      {
        id: "releasedAt",
        width: 150,
        least: 144,
        sortable: false,
        instant: (row) => row.releasedAt,
        text: (row, intl) => (row.releasedAt === null ? intl.formatMessage({ id: "alarms.open" }) : formatInstant(zone, row.releasedAt)),
        render: (row, intl) =>
          row.releasedAt === null ? (
            <span className="gh-alarm-open">{intl.formatMessage({ id: "alarms.open" })}</span>
          ) : (
            formatInstant(zone, row.releasedAt)
          ),
      },
      {
        id: "repeats",
        width: 132,
        align: "end",
        sortable: false,
        number: (row) => row.repeats || null,
        text: (row, intl) => (row.repeats > 0 ? intl.formatNumber(row.repeats) : ""),
      },
      { id: "companyName", width: 130, sortable: false, text: (row) => row.companyName },
      { id: "deviceSn", aside: true, width: 120, mono: true, sortable: false, text: (row) => row.deviceSn },
      { id: "slave", aside: true, width: 90, sortable: false, text: (row) => slaveText(row) || dash },
      {
        id: "typeName",
        aside: true,
        width: 130,
        sortable: false,
        text: (row, intl) => ownName(intl, row.typeName, row.typeNameEn) || dash,
      },
      { id: "ruleName", aside: true, width: 160, sortable: false, text: (row) => row.ruleName || dash },
      {
        ...{ id: "silent", aside: true, width: 190, sortable: false },
        text: (row, intl) => (row.silent ? silenceText(intl, zone, row.maskedBy) : dash),
      },
      {
        id: "processedAt",
        aside: true,
        width: 150,
        sortable: false,
        instant: (row) => row.processedAt,
        text: (row) => formatInstant(zone, row.processedAt),
      },
      { id: "processor", aside: true, width: 110, sortable: false, text: (row) => row.processor || dash },
      { id: "remark", aside: true, width: 220, sortable: false, text: (row) => row.remark || dash },
    ],
    filters: alarmFilters,
    other: { id: "devices", icon: "cube", call: alarmLogCalls.queryDevices.call, View: AlarmedDevices },
    actions: [
      {
        ...{ id: "board", icon: "presentation", iconAlone: true, call: alarmLogCalls.query.call, view: boardRoute },
        run: (tools) => tools.navigate(boardRoute),
      },
    ],
    remove: { ...removesByIds(alarmLogCalls.delete), removable: (row) => row.state !== 0 && row.releasedAt !== null },
    ...(address ? { address, beside: (shown: ShownRows<AlarmRow>) => <AlarmBeside shown={shown} onProcess={onProcess} /> } : {}),
    rowActions: [
      {
        id: "process",
        icon: "tick",
        key: "a",
        call: alarmLogCalls.recover.call,
        shown: (row) => row.state === 0,
        run: async (row) => {
          await onProcess([row]);
        },
      },
    ],
    bulk: [{ id: "processMany", icon: "tick", key: "a", intent: "primary", call: alarmLogCalls.recover.call, run: onProcess }],
  });

interface BesideProps extends Pick<AlarmListOptions, "onProcess"> {
  shown: ShownRows<AlarmRow>;
}

/** The drawer of the record that the address names. */
function AlarmBeside({ shown, onProcess }: BesideProps) {
  const { id, steps, close } = useAddressedRow(recordKey, shown);
  return <AlarmDrawer id={id} steps={steps} onProcess={(alarm) => void onProcess([alarm])} onClose={close} />;
}

function AlarmHistoryPage() {
  const { me } = useSession();
  const { search } = useViewLocation();
  const processing = useProcessing();
  const [, , open] = processing;
  const shown = useRef(search);
  useEffect(() => {
    shown.current = search;
  }, [search]);
  const readable = isGranted(me.paths, alarmLogCalls.get.call);
  const devices = useOpens()(deviceCalls.get.call, deviceView);
  const definition = useMemo(() => {
    const address = ({ id }: AlarmRow): string => {
      const next = new URLSearchParams(shown.current);
      next.set(recordKey, id);
      return `${route}?${next}`;
    };
    return alarmList({ zone: me.zone, devices, onProcess: open, ...(readable ? { address } : {}) });
  }, [me.zone, open, readable, devices]);
  return (
    <>
      <TablePage definition={definition} />
      <ProcessDialog processing={processing} />
    </>
  );
}

/** Alarm records, how they ended, and what was done about them. */
export const AlarmHistoryScreen = Object.assign(AlarmHistoryPage, {
  definition: alarmList({ zone: "UTC", onProcess: async () => false }),
});
