import { useMemo, useState } from "react";
import type { RuleRow } from "#contract/resources/alarm.ts";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import { listRows, writes, writesEach } from "#src/kit/screen/rowsSource.ts";
import type { BulkActionSpec, RowActionSpec } from "#src/kit/screen/screenDefinition.ts";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { LevelMark } from "#src/kit/value/levelMark.tsx";
import { listText, textLines } from "#src/kit/value/listText.ts";
import { ownName } from "#src/kit/value/readersLanguage.ts";
import { companyFilter } from "#src/screens/company/companySource.ts";
import { useRecipeOptions } from "#src/screens/devices/deviceOptions.ts";
import { useTypeOptions } from "#src/screens/devices/deviceTypeOptions.ts";
import { useSession } from "#src/session/sessionView.ts";
import { alarmMaskCalls } from "#store/handles/alarmMask.ts";
import { alarmTriggerCalls } from "#store/handles/alarmTrigger.ts";
import { useAlarmTypes } from "./alarmChoices.ts";
import { conditionWords } from "./conditionWords.ts";
import { MaskDrawer } from "./maskDrawer.tsx";
import { maskText } from "./maskText.ts";
import { EnabledSwitch, MaskSwitch } from "./ruleSwitches.tsx";
import { scheduleWords } from "./scheduleWords.ts";

const dash = "–";
const addAddress = "/alarms/triggers/add";
const editAddress = (id: string): string => `${addAddress}?id=${encodeURIComponent(id)}`;

const enable = writes(alarmTriggerCalls.open_or_close, (row: RuleRow) => ({ id: row.id, enabled: !row.enabled }));
const unmask = writes(alarmTriggerCalls.open_or_close_mask, (row: RuleRow) => ({ id: row.id, mask: false }));

const enableEach = writesEach(enable);

const switchingMany: readonly BulkActionSpec<RuleRow>[] = [
  {
    id: "enableMany",
    icon: "play",
    call: enable.call,
    changes: (row) => !row.enabled,
    run: (rows, tools) => tools.send(enableEach, rows, "alarmRules.enabled"),
  },
  {
    id: "disableMany",
    icon: "pause",
    call: enable.call,
    changes: (row) => row.enabled,
    run: (rows, tools, share) =>
      tools.sendConfirmed(
        {
          kind: "danger",
          question: tools.intl.formatMessage({ id: "alarmRules.confirm.disable" }, { count: rows.length }),
          action: tools.intl.formatMessage({ id: "alarmRules.action.disableMany" }),
          detail: textLines(
            share,
            listText(
              tools.intl,
              rows.map(({ name }) => name),
            ),
          ),
        },
        enableEach,
        rows,
        "alarmRules.disabled",
      ),
  },
];

interface Muting {
  zone: string;
  /** Asks for how long and why. */
  onMask(rule: RuleRow): void;
}

/** The keyboard's way to the switches. */
const switching = ({ onMask }: Muting): readonly RowActionSpec<RuleRow>[] => [
  {
    id: "enable",
    icon: "play",
    call: alarmTriggerCalls.open_or_close.call,
    shown: (row) => !row.enabled,
    run: async (row, tools) => void (await tools.send(enable, row, "feedback.statusChanged")),
  },
  {
    id: "disable",
    icon: "pause",
    call: alarmTriggerCalls.open_or_close.call,
    shown: (row) => row.enabled,
    run: async (row, tools) => void (await tools.send(enable, row, "feedback.statusChanged")),
  },
  {
    id: "mask",
    icon: "volume-off",
    call: alarmMaskCalls.put.call,
    shown: (row) => !row.mask,
    run: onMask,
  },
  {
    id: "unmask",
    icon: "volume-up",
    call: alarmTriggerCalls.open_or_close_mask.call,
    shown: (row) => row.mask,
    run: async (row, tools) => void (await tools.send(unmask, row, "feedback.statusChanged")),
  },
];

/** A row opens only for those who may edit it. */
const ruleList = (editable: boolean, muting: Muting) =>
  screenOf({
    id: "alarmRules",
    route: "/alarms/triggerslist",
    rows: listRows(alarmTriggerCalls.query),
    rowKey: (row) => row.id,
    rowName: (row) => row.name,
    search: "name",
    columns: [
      { id: "name", width: 172, text: (row) => row.name },
      {
        id: "level",
        width: 104,
        least: 100,
        text: (row, intl) => intl.formatMessage({ id: `alarmLevel.${row.level}` }),
        render: (row) => <LevelMark level={row.level} />,
      },
      { id: "pointName", width: 130, text: (row, intl) => ownName(intl, row.pointName, row.pointNameEn) || dash },
      { id: "condition", width: 240, least: 220, text: conditionWords },
      { id: "alarmTypeName", width: 110, text: (row, intl) => ownName(intl, row.alarmTypeName, row.alarmTypeNameEn) || dash },
      { id: "recipeName", width: 140, text: (row) => row.recipeName },
      {
        id: "deviceName",
        width: 140,
        text: (row, intl) => (row.deviceId === null ? intl.formatMessage({ id: "alarmRules.everyDevice" }) : row.deviceName || dash),
      },
      {
        id: "deviceTypeName",
        aside: true,
        width: 120,
        text: (row, intl) =>
          row.deviceTypeId === null
            ? intl.formatMessage({ id: "alarmRules.everyType" })
            : ownName(intl, row.deviceTypeName, row.deviceTypeNameEn) || dash,
      },
      { id: "companyName", aside: true, width: 130, text: (row) => row.companyName },
      { id: "alarmGroupName", aside: true, width: 130, text: (row) => row.alarmGroupName || dash },
      {
        id: "method",
        aside: true,
        sortable: false,
        width: 140,
        text: (row, intl) => intl.formatMessage({ id: `alarmRules.value.method.${row.method}` }, { minutes: row.repeatMinutes }),
      },
      { id: "schedule", aside: true, sortable: false, width: 200, text: scheduleWords },
      {
        id: "enabled",
        width: 80,
        text: (row, intl) => intl.formatMessage({ id: `alarmRules.value.enabled.${row.enabled}` }),
        render: (row) => <EnabledSwitch rule={row} />,
      },
      {
        id: "mask",
        width: 110,
        text: (row, intl) =>
          row.maskedBy ? maskText(intl, muting.zone, row.maskedBy) : intl.formatMessage({ id: `alarmRules.value.mask.${row.mask}` }),
        render: (row) => <MaskSwitch rule={row} onMask={() => muting.onMask(row)} />,
      },
    ],
    filters: [
      companyFilter,
      { id: "recipeId", kind: "select", useOptions: useRecipeOptions },
      { id: "alarmTypeId", kind: "select", useOptions: useAlarmTypes },
      { id: "deviceTypeId", kind: "select", useOptions: useTypeOptions },
    ],
    bulk: switchingMany,
    remove: {
      one: writes(alarmTriggerCalls.delete, (row: RuleRow) => ({ ids: [row.id] })),
      many: writes(alarmTriggerCalls.delete, (rows: readonly RuleRow[]) => ({ ids: rows.map((row) => row.id) })),
    },
    ...(editable ? { address: (row: RuleRow) => editAddress(row.id) } : {}),
    actions: [
      {
        ...{ id: "add", icon: "plus", primary: true },
        ...{ call: alarmTriggerCalls.post.call, view: addAddress },
        run: (tools) => tools.navigate(addAddress),
      },
    ],
    rowActions: [
      {
        ...{ id: "edit", icon: "edit" },
        ...{ call: alarmTriggerCalls.put.call, view: addAddress },
        run: (row, tools) => tools.navigate(editAddress(row.id)),
      },
      ...switching(muting),
    ],
  });

function RuleListPage() {
  const editable = useAllowed()(alarmTriggerCalls.put.call, addAddress);
  const { me } = useSession();
  const [muted, setMuted] = useState<RuleRow>();
  const definition = useMemo(() => ruleList(editable, { zone: me.zone, onMask: setMuted }), [editable, me.zone]);
  return (
    <>
      <TablePage definition={definition} />
      {muted && <MaskDrawer subject={{ ruleId: muted.id, name: muted.name }} onClose={() => setMuted(undefined)} />}
    </>
  );
}

/** Alarm rules with their switches; a row opens its form. */
export const RuleListScreen = Object.assign(RuleListPage, {
  definition: ruleList(true, { zone: "UTC", onMask: () => undefined }),
});
