import { Button, HTMLSelect, InputGroup, Tag } from "@blueprintjs/core";
import { skipToken } from "@reduxjs/toolkit/query/react";
import { useEffect, useMemo, useState } from "react";
import { useIntl } from "react-intl";
import type { FileFormat } from "#contract/fileFormat.ts";
import { limits } from "#contract/limits.ts";
import { type DataRow, type ReadingKind, readingKinds } from "#contract/resources/deviceData.ts";
import { useAwaitedJobs } from "#src/app/jobs/awaitedJobs.ts";
import { useDisplay } from "#src/app/theme/useDisplay.ts";
import { useConfirm, useToasts } from "#src/kit/feedback/feedback.ts";
import { asRefusal } from "#src/kit/feedback/refusalText.ts";
import { FailedRead, NoPermission } from "#src/kit/screen/pageStates.tsx";
import "#src/kit/screen/screen.css";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { useFailure } from "#src/kit/screen/useFailure.ts";
import { type Column, DataTable } from "#src/kit/table/dataTable.tsx";
import { defaultLayout } from "#src/kit/table/tableLayout.ts";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { pointLine, pointName } from "#src/kit/value/pointText.ts";
import { PointValue } from "#src/kit/value/pointValue.tsx";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { useViewLocation } from "#src/kit/view/viewLocation.ts";
import { useSession } from "#src/session/sessionView.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { deviceDataCalls } from "#store/handles/deviceData.ts";
import { serverNow } from "#store/serverClock.ts";
import { DevicePicker, type PickedDevice } from "./devicePicker.tsx";
import "./devices.css";
import type { HistoryAsk } from "./historyAsk.ts";
import "./history.css";
import { presetRange, type Range } from "./historyRange.ts";
import { LongWait } from "./longWait.tsx";
import "./logs.css";
import { PeriodPicker } from "./periodPicker.tsx";

const pageRows = 200;
const none: readonly DataRow[] = [];
const faultId = "data-fault";
const rowKey = (row: DataRow): string => `${row.deviceId}/${row.slave}/${row.pointId}/${row.ts}`;

/** What is typed as a number, where it is one. */
const numberIn = (text: string): number | undefined => (text.trim() === "" || !Number.isFinite(Number(text)) ? undefined : Number(text));

const rangeOf = (period: HistoryAsk["period"], zone: string): Partial<Range> =>
  "preset" in period ? presetRange(period.preset, zone, serverNow()) : period;

/** Stored readings of devices: looked through, taken away as a file, and deleted. */
export function DataScreen() {
  const intl = useIntl();
  const { me } = useSession();
  const { search } = useViewLocation();
  const { density } = useDisplay();
  const allowed = useAllowed();
  const toasts = useToasts();
  const confirm = useConfirm();
  const { settle } = useAwaitedJobs();
  const [begin] = deviceDataCalls.dlexcel.useMutation();
  const [erase] = deviceDataCalls.delete.useMutation();
  const [count] = deviceDataCalls.count.useLazyQuery();
  const [devices, setDevices] = useState<readonly PickedDevice[]>([]);
  const [point, setPoint] = useState("");
  const [kind, setKind] = useState<ReadingKind>("stored");
  const [least, setLeast] = useState("");
  const [most, setMost] = useState("");
  const [period, setPeriod] = useState<HistoryAsk["period"]>({ preset: "day" });
  const [asOf, setAsOf] = useState<Partial<Range>>(() => rangeOf({ preset: "day" }, me.zone));
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [layout, setLayout] = useState(defaultLayout);
  const language = languageOf(intl);
  const named = search.get("deviceId") ?? "";
  const { currentData: first } = deviceCalls.get.useQuery(named !== "" && allowed(deviceCalls.get.call) ? { id: named } : skipToken);
  useEffect(() => {
    if (first) setDevices((before) => (before.length === 0 ? [{ id: first.id, name: first.name, sn: first.sn }] : before));
  }, [first]);
  const say = (id: string, values?: Record<string, string | number>) => intl.formatMessage({ id: `data.${id}` }, values);
  const { from, to } = asOf;
  const fault =
    from === undefined || to === undefined
      ? "history.bounds"
      : from >= to
        ? "rule.period"
        : (least.trim() !== "" && numberIn(least) === undefined) || (most.trim() !== "" && numberIn(most) === undefined)
          ? "rule.number"
          : undefined;
  const chosen =
    fault !== undefined || from === undefined || to === undefined || devices.length === 0
      ? undefined
      : {
          deviceIds: devices.map(({ id }) => id),
          ...(point.trim() === "" ? {} : { point: point.trim() }),
          from: new Date(from).toISOString(),
          to: new Date(to).toISOString(),
        };
  const [low, high] = [numberIn(least), numberIn(most)];
  const narrowed = chosen && {
    ...{ ...chosen, kind },
    ...(low === undefined ? {} : { least: low }),
    ...(high === undefined ? {} : { most: high }),
  };
  const cursor = cursors.at(-1);
  const readable = allowed(deviceDataCalls.query.call);
  const read = deviceDataCalls.query.useQuery(
    narrowed && readable ? { ...narrowed, limit: pageRows, ...(cursor === undefined ? {} : { cursor }) } : skipToken,
    { refetchOnMountOrArgChange: true },
  );
  const failure = useFailure(read);
  const rows = (narrowed && read.currentData?.rows) ?? none;
  const next = read.currentData?.cursor ?? undefined;
  const columns = useMemo((): Column<DataRow>[] => {
    const label = (id: string) => intl.formatMessage({ id: `data.column.${id}` });
    return [
      { id: "ts", label: label("ts"), width: 156, text: (row) => formatInstant(me.zone, row.ts) },
      { id: "deviceName", label: label("deviceName"), width: 160, text: (row) => row.deviceName },
      { id: "sn", label: label("sn"), width: 128, mono: true, text: (row) => row.sn },
      { id: "slave", label: label("slave"), width: 140, text: (row) => `${row.slaveName} (${row.slave})` },
      { id: "point", label: label("point"), width: 160, text: (row) => pointName(row, language) },
      {
        id: "value",
        label: label("value"),
        width: 140,
        align: "end",
        text: (row) => (row.value === null ? "–" : pointLine(row.value, row, language)),
        render: (row) => <PointValue value={row.value} point={row} ageless />,
      },
      {
        id: "note",
        label: label("note"),
        width: 280,
        text: (row) =>
          row.code
            ? intl.formatMessage({ id: `fault.${row.code}` }, { slave: row.slave, address: pointName(row, language) })
            : row.beyond
              ? intl.formatMessage({ id: `data.beyond.${row.beyond}` })
              : "–",
      },
    ];
  }, [intl, language, me.zone]);
  const anew =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      setCursors([]);
      set(value);
    };
  const onPeriod = anew((chosenPeriod: HistoryAsk["period"]) => {
    setPeriod(chosenPeriod);
    setAsOf(rangeOf(chosenPeriod, me.zone));
  });
  const onExport = async (format: FileFormat) => {
    if (!narrowed) return;
    const answer = await begin({ ...narrowed, format, language });
    if (answer.data) await settle(answer.data.id);
    else toasts.refused(asRefusal(answer.error));
  };
  const onDelete = async () => {
    if (!chosen) return;
    const { data, error } = await count(chosen);
    if (!data) return toasts.refused(asRefusal(error));
    if (data.readings === 0) return toasts.warning(say("delete.none"));
    const question = say("delete.question", { readings: data.readings, devices: data.devices.length });
    const detail = say("delete.detail", {
      ...{ names: data.devices.join(", "), points: data.points },
      ...{ from: formatInstant(me.zone, from ?? 0), to: formatInstant(me.zone, to ?? 0) },
    });
    const begun: string[] = [];
    const done = await confirm({ kind: "danger", question, detail, action: say("delete"), typed: data.confirm }, async () => {
      const answer = await erase({ ...chosen, confirm: data.confirm });
      if (answer.data) begun.push(answer.data.id);
      return answer;
    });
    const [id] = begun;
    if (!done || id === undefined) return;
    toasts.success("data.delete.begun");
    await settle(id);
    setCursors([]);
    await read.refetch();
  };
  if (!readable) return <NoPermission />;
  return (
    <div className="gh-logs gh-data">
      <header className="gh-page-head">
        <h1 className="gh-page-title">{say("title")}</h1>
        <LongWait waiting={read.isFetching} />
        <div className="gh-page-actions">
          {allowed(deviceDataCalls.dlexcel.call) &&
            (["xlsx", "csv"] as const).map((format) => (
              <Button
                key={format}
                icon="export"
                disabled={!narrowed}
                text={say("export", { format })}
                onClick={() => void onExport(format)}
              />
            ))}
          {allowed(deviceDataCalls.delete.call) && (
            <Button
              icon="trash"
              intent="danger"
              variant="outlined"
              disabled={!chosen}
              text={say("delete")}
              onClick={() => void onDelete()}
            />
          )}
        </div>
      </header>
      <div className="gh-logs-bar">
        <DevicePicker
          shown=""
          faulty={false}
          onPick={(device) => {
            if (devices.some(({ id }) => id === device.id)) return;
            if (devices.length < limits.data.devices) anew(setDevices)([...devices, device]);
            else toasts.warning(intl.formatMessage({ id: "rule.data.devices" }));
          }}
        />
        {devices.map((device) => (
          <span key={device.id} className="gh-chip-pair">
            <Tag minimal icon="cube">
              <ForeignText text={device.name} />
            </Tag>
            <Button
              size="small"
              variant="minimal"
              icon="small-cross"
              aria-label={say("remove", { name: device.name })}
              onClick={() => anew(setDevices)(devices.filter(({ id }) => id !== device.id))}
            />
          </span>
        ))}
        <InputGroup
          type="search"
          leftIcon="search"
          value={point}
          aria-label={say("point")}
          placeholder={say("point")}
          onValueChange={anew(setPoint)}
        />
      </div>
      <div className="gh-logs-bar">
        <PeriodPicker
          zone={me.zone}
          period={period}
          range={asOf}
          fault={fault}
          faultId={faultId}
          onPeriod={onPeriod}
          onMalformed={() => toasts.warning(intl.formatMessage({ id: "history.bounds" }))}
        />
        <HTMLSelect
          aria-label={say("kind")}
          value={kind}
          onChange={({ currentTarget }) => anew(setKind)(readingKinds.find((one) => one === currentTarget.value) ?? "stored")}
        >
          {readingKinds.map((one) => (
            <option key={one} value={one}>
              {say(`kind.${one}`)}
            </option>
          ))}
        </HTMLSelect>
        {kind !== "invalid" && (
          <>
            <InputGroup
              className="gh-data-bound"
              inputMode="decimal"
              value={least}
              aria-label={say("least")}
              placeholder={say("least")}
              onValueChange={anew(setLeast)}
            />
            <InputGroup
              className="gh-data-bound"
              inputMode="decimal"
              value={most}
              aria-label={say("most")}
              placeholder={say("most")}
              onValueChange={anew(setMost)}
            />
          </>
        )}
      </div>
      {fault !== undefined && (
        <p id={faultId} role="alert" className="gh-logs-failed gh-data-fault">
          {intl.formatMessage({ id: fault })}
        </p>
      )}
      {failure !== undefined ? (
        <FailedRead error={failure} onRetry={() => void read.refetch()} />
      ) : (
        <div className="gh-data-rows">
          <DataTable
            label={say("title")}
            columns={columns}
            rows={rows}
            rowKey={rowKey}
            loading={read.isFetching}
            density={density}
            layout={layout}
            onLayout={setLayout}
            emptyState={say(devices.length === 0 ? "choose" : next === undefined ? "empty" : "goesOn")}
          />
        </div>
      )}
      <div className="gh-status">
        <span>{say("shown", { count: rows.length, page: cursors.length + 1 })}</span>
        <span className="gh-status-space" />
        <Button
          size="small"
          variant="minimal"
          icon="chevron-left"
          text={intl.formatMessage({ id: "history.before" })}
          disabled={cursors.length === 0}
          onClick={() => setCursors(cursors.slice(0, -1))}
        />
        <Button
          size="small"
          variant="minimal"
          endIcon="chevron-right"
          text={intl.formatMessage({ id: "history.after" })}
          disabled={next === undefined}
          onClick={() => next !== undefined && setCursors([...cursors, next])}
        />
      </div>
    </div>
  );
}
