import { Button, Callout, HTMLSelect } from "@blueprintjs/core";
import { skipToken } from "@reduxjs/toolkit/query/react";
import { useEffect, useId, useRef, useState } from "react";
import { useIntl } from "react-intl";
import type { FileFormat } from "#contract/fileFormat.ts";
import { type Aggregation, aggregations, deviceDataLog } from "#contract/resources/deviceDataLog.ts";
import { useDownload } from "#src/app/useDownload.ts";
import { useToasts } from "#src/kit/feedback/feedback.ts";
import { ExportButton } from "#src/kit/screen/exportButton.tsx";
import { NoPermission, PageState } from "#src/kit/screen/pageStates.tsx";
import { useButtonIntent } from "#src/kit/screen/useButtonIntent.ts";
import { ViewChoice } from "#src/kit/screen/viewChoice.tsx";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import { useSetSearch, useViewLocation } from "#src/kit/view/viewLocation.ts";
import { useViewSubject } from "#src/kit/view/viewName.ts";
import { useSession } from "#src/session/sessionView.ts";
import { serverNow } from "#store/serverClock.ts";
import "#src/kit/screen/screen.css";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { deviceDataLogCalls } from "#store/handles/deviceDataLog.ts";
import { type ChosenPoint, firstPoints, toggleChosen } from "./chosenPoints.ts";
import { DevicePicker } from "./devicePicker.tsx";
import "./devices.css";
import "./history.css";
import { type AskFault, faultOf, type HistoryAsk, rangeOf, readAsk, writeAsk } from "./historyAsk.ts";
import { HistoryCurve } from "./historyCurve.tsx";
import type { FixedAsk } from "./historyRequest.ts";
import { HistoryTable } from "./historyTable.tsx";
import { LongWait } from "./longWait.tsx";
import { PeriodPicker } from "./periodPicker.tsx";
import { ChosenTags, PointPicker } from "./pointPicker.tsx";

const fixedAt = (ask: HistoryAsk, zone: string, now: number): FixedAsk | undefined => {
  const { from, to } = rangeOf(ask, zone, now);
  return faultOf(ask, { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }) ||
    from === undefined ||
    to === undefined
    ? undefined
    : { ask, range: { from, to } };
};

/** The address of a question with the view that another shows. */
const withView = (next: URLSearchParams, before: URLSearchParams): URLSearchParams => {
  const view = before.get("view");
  if (view) next.set("view", view);
  return next;
};

/** A device without points, as its links may name it: its first ones are what one wants to see. */
const wantsPoints = ({ deviceId, points }: HistoryAsk): boolean => deviceId !== "" && points.length === 0;

/** History of up to ten points of a device, as curves and as a table. What is asked stands in the address. */
export function HistoryScreen() {
  const intl = useIntl();
  const toasts = useToasts();
  const { me } = useSession();
  const { search } = useViewLocation();
  const setSearch = useSetSearch();
  const allowed = useAllowed();
  const download = useDownload();
  const intent = useButtonIntent();
  const [ask, setAsk] = useState(() => readAsk(search));
  const [now, setNow] = useState(serverNow);
  const [fixed, setFixed] = useState(() => fixedAt(ask, me.zone, now));
  const [fault, setFault] = useState<AskFault>();
  const [refusals, setRefusals] = useState(0);
  const [loading, setLoading] = useState(false);
  const [pointless, setPointless] = useState(() => wantsPoints(ask));
  const form = useRef<HTMLFormElement>(null);
  const faultId = useId();
  const asTable = search.get("view") === "table";
  const { currentData: device } = deviceCalls.get.useQuery(ask.deviceId === "" ? skipToken : { id: ask.deviceId });
  const { currentData: shownDevice } = deviceCalls.get.useQuery(fixed ? { id: fixed.ask.deviceId } : skipToken);
  useViewSubject(shownDevice?.name);
  const earlier = fixed !== undefined && writeAsk(fixed.ask).toString() !== writeAsk(ask).toString();

  // Another address of this view (a link, a step back) is another question.
  const asked = writeAsk(ask).toString();
  const [seen, setSeen] = useState(search);
  if (seen !== search) {
    setSeen(search);
    const linked = readAsk(search);
    if (writeAsk(linked).toString() !== asked) {
      setAsk(linked);
      setNow(serverNow());
      setFixed(fixedAt(linked, me.zone, serverNow()));
      setFault(undefined);
      setPointless(wantsPoints(linked));
    }
  }
  useEffect(() => {
    if (!pointless || device?.id !== ask.deviceId) return;
    setPointless(false);
    const next = { ...ask, points: firstPoints(device.slaves) };
    if (next.points.length === 0) return;
    setAsk(next);
    setFixed(fixedAt(next, me.zone, serverNow()));
    setSearch((before) => withView(writeAsk(next), before));
  }, [pointless, device, ask, me.zone, setSearch]);
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [refusals]);

  if (!allowed(deviceDataLogCalls.query_mutil.call)) return <NoPermission />;
  const say = (id: string) => intl.formatMessage({ id });
  const range = rangeOf(ask, me.zone, now);
  const slaves = device?.slaves ?? [];
  const change = (next: Partial<HistoryAsk>) => {
    setAsk({ ...ask, ...next });
    setPointless(false);
    setFault(undefined);
  };
  const toggle = (point: ChosenPoint) => {
    const points = toggleChosen(ask.points, point);
    if (points) change({ points });
    else toasts.warning(say("rule.history.points"));
  };
  const query = (wanted: HistoryAsk) => {
    const at = serverNow();
    const wrong = faultOf(wanted, rangeOf(wanted, me.zone, at));
    setNow(at);
    setFault(wrong);
    if (wrong) {
      setRefusals(refusals + 1);
      return;
    }
    setFixed(fixedAt(wanted, me.zone, at));
    setSearch((before) => withView(writeAsk(wanted), before));
  };
  const aggregate = (aggregation: Aggregation) => {
    if (!fixed) return;
    const next = { ...fixed.ask, aggregation };
    setAsk(next);
    query(next);
  };
  const show = (view: "curve" | "table") =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      if (view === "table") next.set("view", view);
      else next.delete("view");
      return next;
    });
  const save = async (format: FileFormat) => {
    if (!fixed) return;
    setLoading(true);
    try {
      const { ask: what, range: when } = fixed;
      await download(deviceDataLog.calls.dlexcel, {
        ...{ deviceId: what.deviceId, points: [...what.points], aggregation: what.aggregation },
        from: new Date(when.from).toISOString(),
        to: new Date(when.to).toISOString(),
        language: languageOf(intl),
        format,
      });
    } finally {
      setLoading(false);
    }
  };

  return (
    <section className="gh-page gh-history" aria-labelledby="gh-history-title">
      <form
        ref={form}
        className="gh-page-head gh-history-head"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          query(ask);
        }}
      >
        <h1 id="gh-history-title" className="gh-page-title">
          {say("history.title")}
        </h1>
        <DevicePicker
          shown={device ? `${device.name} (${device.sn})` : ask.deviceId}
          faulty={fault === "rule.history.device"}
          onPick={({ id }) => change({ deviceId: id, points: id === ask.deviceId ? ask.points : [] })}
        />
        <PointPicker slaves={slaves} chosen={ask.points} disabled={!device} faulty={fault === "rule.history.point"} onToggle={toggle} />
        <PeriodPicker
          zone={me.zone}
          period={ask.period}
          range={range}
          fault={fault}
          faultId={faultId}
          onPeriod={(period) => change({ period })}
          onMalformed={() => setFault("history.bounds")}
        />
        <HTMLSelect
          aria-label={say("history.aggregation")}
          value={ask.aggregation}
          onChange={(event) => {
            const wanted = event.currentTarget.value;
            change({ aggregation: aggregations.find((one) => one === wanted) ?? "raw" });
          }}
        >
          {aggregations.map((one) => (
            <option key={one} value={one}>
              {say(`history.by.${one}`)}
            </option>
          ))}
        </HTMLSelect>
        <Button type="submit" intent={intent} icon="search" text={say("history.query")} />
      </form>
      {fault && (
        <p id={faultId} role="alert" className="gh-history-fault">
          {say(fault)}
        </p>
      )}
      <div className="gh-history-bar">
        <div className="gh-history-tags">
          <ChosenTags slaves={slaves} chosen={ask.points} onToggle={toggle} />
        </div>
        <ViewChoice
          small
          label={say("history.view")}
          value={asTable ? "table" : "curve"}
          options={[
            { id: "curve", icon: "timeline-line-chart", text: say("history.view.curve") },
            { id: "table", icon: "th", text: say("history.view.table") },
          ]}
          onChoose={show}
        />
        {allowed(deviceDataLogCalls.query.call) && allowed(deviceDataLog.calls.dlexcel) && (
          <ExportButton small text={say("history.export")} disabled={!fixed || earlier} onExport={save} />
        )}
      </div>
      <LongWait waiting={loading} />
      {earlier && (
        <Callout compact intent="warning" role="status" className="gh-history-earlier">
          {say("history.earlier")}
        </Callout>
      )}
      <div className={earlier ? "gh-history-result gh-history-result-earlier" : "gh-history-result"}>
        {!fixed ? (
          <PageState icon="timeline-line-chart" text={say("history.start")} />
        ) : asTable ? (
          <HistoryTable key={JSON.stringify(fixed)} fixed={fixed} deviceName={shownDevice?.name ?? ""} onAggregate={aggregate} />
        ) : (
          <HistoryCurve key={JSON.stringify(fixed)} fixed={fixed} device={shownDevice} onAggregate={aggregate} />
        )}
      </div>
    </section>
  );
}
