import { Button } from "@blueprintjs/core";
import { useMemo, useState } from "react";
import { useIntl } from "react-intl";
import type { FileFormat } from "#contract/fileFormat.ts";
import { useAwaitedJobs } from "#src/app/jobs/awaitedJobs.ts";
import { useConfirm, useToasts } from "#src/kit/feedback/feedback.ts";
import { asRefusal } from "#src/kit/feedback/refusalText.ts";
import { NoPermission } from "#src/kit/screen/pageStates.tsx";
import "#src/kit/screen/screen.css";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { defaultLayout } from "#src/kit/table/tableLayout.ts";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { useSetSearch, useViewLocation } from "#src/kit/view/viewLocation.ts";
import { useSession } from "#src/session/sessionView.ts";
import { deviceDataCalls } from "#store/handles/deviceData.ts";
import { serverNow } from "#store/serverClock.ts";
import { type DataAsk, dataRequest, readDataAsk, writeDataAsk } from "./dataAsk.ts";
import { DataFilters } from "./dataFilters.tsx";
import { DataRows } from "./dataRows.tsx";
import "./devices.css";
import "./history.css";
import "./logs.css";

/** Stored readings of devices: looked through, taken away as a file, and deleted. What is asked stands in the address. */
export function DataScreen() {
  const intl = useIntl();
  const { me } = useSession();
  const { search } = useViewLocation();
  const setSearch = useSetSearch();
  const allowed = useAllowed();
  const toasts = useToasts();
  const confirm = useConfirm();
  const { settle } = useAwaitedJobs();
  const [begin] = deviceDataCalls.dlexcel.useMutation();
  const [erase] = deviceDataCalls.delete.useMutation();
  const [count] = deviceDataCalls.count.useLazyQuery();
  const [layout, setLayout] = useState(defaultLayout);
  /** How many deletions are through: what is shown is read anew after each. */
  const [deletions, setDeletions] = useState(0);
  const asked = search.toString();
  const ask = useMemo(() => readDataAsk(search), [search]);
  const { range, fault, chosen, narrowed } = useMemo(() => dataRequest(ask, me.zone, serverNow()), [ask, me.zone]);
  if (!allowed(deviceDataCalls.query.call)) return <NoPermission />;
  const say = (id: string, values?: Record<string, string | number>) => intl.formatMessage({ id: `data.${id}` }, values);
  const named = ask.deviceIds.length > 0;
  const change = (next: Partial<DataAsk>) => setSearch((before) => writeDataAsk({ ...readDataAsk(before), ...next }));
  const onExport = async (format: FileFormat) => {
    if (!narrowed) return;
    const answer = await begin({ ...narrowed, format, language: languageOf(intl) });
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
      ...{ from: formatInstant(me.zone, chosen.from), to: formatInstant(me.zone, chosen.to) },
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
    setDeletions((before) => before + 1);
  };
  return (
    <div className="gh-logs gh-data">
      <header className="gh-page-head">
        <h1 className="gh-page-title">{say("title")}</h1>
        <div className="gh-page-actions">
          {allowed(deviceDataCalls.dlexcel.call) &&
            (["xlsx", "csv"] as const).map((format) => (
              <Button
                key={format}
                icon="export"
                disabled={!narrowed || !named}
                text={say("export", { format })}
                onClick={() => void onExport(format)}
              />
            ))}
          {allowed(deviceDataCalls.delete.call) && (
            <Button
              icon="trash"
              intent="danger"
              variant="outlined"
              disabled={!chosen || !named}
              text={say("delete")}
              onClick={() => void onDelete()}
            />
          )}
        </div>
      </header>
      <DataFilters zone={me.zone} ask={ask} range={range} fault={fault} onChange={change} />
      <DataRows
        key={`${asked} ${deletions}`}
        zone={me.zone}
        missing={named && fault ? intl.formatMessage({ id: fault }) : say("choose")}
        asked={named ? narrowed : undefined}
        layout={layout}
        onLayout={setLayout}
      />
    </div>
  );
}
