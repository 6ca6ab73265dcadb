import { useMemo } from "react";
import { useWatch } from "react-hook-form";
import { useIntl } from "react-intl";
import { z } from "zod";
import { type MaskRow, maskFields, maskStates } from "#contract/resources/alarmMask.ts";
import { RadioField, SelectField, TextField } from "#src/kit/form/fields.tsx";
import { FinderField } from "#src/kit/form/finderField.tsx";
import { screenOf } from "#src/kit/screen/defineScreen.tsx";
import { listRows, writes } from "#src/kit/screen/rowsSource.ts";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { ownName } from "#src/kit/value/readersLanguage.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { companyFilter } from "#src/screens/company/companySource.ts";
import { deviceSource } from "#src/screens/devices/deviceSource.ts";
import { useSession } from "#src/session/sessionView.ts";
import { alarmMaskCalls } from "#store/handles/alarmMask.ts";
import { serverNow } from "#store/serverClock.ts";
import { useAlarmTypes } from "./alarmChoices.ts";
import { shortly, spanField, spanOf, spanRequest } from "./maskSpan.ts";
import { MaskSpanField } from "./maskSpanField.tsx";
import { maskEnd } from "./maskText.ts";
import { ruleSource } from "./ruleSource.ts";

const dash = "–";
const subjects = ["device", "rule", "type"] as const;
const idOf = { device: "deviceId", rule: "ruleId", type: "alarmTypeId" } as const;
const chosen = z.string();

const editFields = z.object({ span: spanField, reason: maskFields.shape.reason });
const addFields = editFields
  .extend({ subject: z.enum(subjects), deviceId: chosen, ruleId: chosen, alarmTypeId: chosen })
  .superRefine((values, context) => {
    const path = idOf[values.subject];
    if (values[path] === "") context.addIssue({ code: "custom", message: "rule.mask.nothing", path: [path] });
  });

function AddFields() {
  const intl = useIntl();
  const types = useAlarmTypes();
  const subject: unknown = useWatch({ name: "subject" });
  const options = subjects.map((value) => ({ value, label: intl.formatMessage({ id: `alarmMasks.option.subject.${value}` }) }));
  return (
    <>
      <RadioField name="subject" options={options} />
      {subject === "device" && <FinderField name="deviceId" source={deviceSource} required />}
      {subject === "rule" && <FinderField name="ruleId" source={ruleSource} required />}
      {subject === "type" && <SelectField name="alarmTypeId" options={[{ value: "", label: dash }, ...types]} required />}
      <MaskSpanField />
      <TextField name="reason" />
    </>
  );
}

const EditFields = () => (
  <>
    <MaskSpanField fixedStart />
    <TextField name="reason" />
  </>
);

const add = writes(alarmMaskCalls.put, ({ subject, span, reason, ...ids }: z.output<typeof addFields>) => ({
  ...{ deviceId: null, ruleId: null, alarmTypeId: null, [idOf[subject]]: ids[idOf[subject]], reason },
  ...spanRequest(span, serverNow()),
}));

interface Edit {
  row: MaskRow;
  values: z.output<typeof editFields>;
  version: number | undefined;
}
const edit = writes(alarmMaskCalls.put, ({ row, values: { span, reason }, version }: Edit) => ({
  ...{ id: row.id, version: version ?? row.version, reason },
  endsAt: spanRequest(span, serverNow()).endsAt,
}));

const endThem = writes(alarmMaskCalls.end, (rows: readonly MaskRow[]) => ({ ids: rows.map(({ id }) => id) }));
const stands = (row: MaskRow): boolean => row.state !== "over" && row.changeable;

/** Times are those of the zone. */
const maskList = (zone: string) =>
  screenOf({
    id: "alarmMasks",
    route: "/alarms/masks",
    rows: listRows(alarmMaskCalls.query),
    rowKey: (row) => row.id,
    rowName: (row, intl) => [row.deviceName, row.ruleName, ownName(intl, row.typeName, row.typeNameEn)].filter(Boolean).join(" · "),
    search: "search",
    filters: [{ id: "state", kind: "select", values: maskStates }, companyFilter],
    columns: [
      {
        ...{ id: "state", width: 96, sortable: false },
        text: (row, intl) => intl.formatMessage({ id: `alarmMasks.option.state.${row.state}` }),
      },
      { id: "deviceName", width: 150, text: (row) => row.deviceName || dash },
      { id: "ruleName", width: 150, text: (row) => row.ruleName || dash },
      { id: "typeName", width: 110, sortable: false, text: (row, intl) => ownName(intl, row.typeName, row.typeNameEn) || dash },
      {
        ...{ id: "endsAt", width: 150 },
        instant: (row) => row.endsAt,
        text: (row, intl) => (row.endsAt === null ? maskEnd(intl, zone, null) : formatInstant(zone, row.endsAt)),
      },
      { id: "reason", width: 220, sortable: false, text: (row) => row.reason || dash },
      {
        ...{ id: "by", width: 110, sortable: false },
        text: (row, intl) => row.by || intl.formatMessage({ id: "alarmMasks.above" }),
      },
      { id: "startsAt", width: 150, instant: (row) => row.startsAt, text: (row) => formatInstant(zone, row.startsAt) },
      { id: "companyName", width: 130, text: (row) => row.companyName },
      { id: "deviceSn", aside: true, width: 120, mono: true, sortable: false, text: (row) => row.deviceSn || dash },
      { id: "endedBy", aside: true, width: 110, sortable: false, text: (row) => row.endedBy || dash },
      { id: "at", aside: true, width: 150, sortable: false, instant: (row) => row.at, text: (row) => formatInstant(zone, row.at) },
    ],
    form: {
      schema: editFields,
      Fields: EditFields,
      adding: { schema: addFields, Fields: AddFields },
      editable: stands,
      blank: () => ({ subject: "device", deviceId: "", ruleId: "", alarmTypeId: "", span: shortly, reason: "" }),
      valuesOf: (row) => ({ span: spanOf(row), reason: row.reason }),
      versionOf: (row) => row.version,
      add,
      edit,
    },
    rowActions: [
      {
        ...{ id: "end", icon: "volume-up", call: alarmMaskCalls.end.call, shown: stands },
        run: async (row, tools) => void (await tools.send(endThem, [row], "alarmMasks.ended")),
      },
    ],
    bulk: [
      {
        ...{ id: "endMany", icon: "volume-up", call: alarmMaskCalls.end.call },
        changes: (row) => row.state !== "over",
        locked: (row) => !row.changeable,
        run: (rows, tools) => tools.send(endThem, rows, "alarmMasks.ended"),
      },
    ],
  });

function MaskPage() {
  const { me } = useSession();
  const definition = useMemo(() => maskList(me.zone), [me.zone]);
  return <TablePage definition={definition} />;
}

/** What holds notices back: by whom, why and until when. */
export const AlarmMaskScreen = Object.assign(MaskPage, { definition: maskList("UTC") });
