import { Button } from "@blueprintjs/core";
import { skipToken } from "@reduxjs/toolkit/query/react";
import { useEffect, useId, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { FailedRead, NoPermission, PageState } from "#src/kit/screen/pageStates.tsx";
import "#src/kit/screen/screen.css";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { useButtonIntent } from "#src/kit/screen/useButtonIntent.ts";
import { useFailure } from "#src/kit/screen/useFailure.ts";
import { useSetSearch, useViewLocation } from "#src/kit/view/viewLocation.ts";
import { useViewSubject } from "#src/kit/view/viewName.ts";
import { DevicePicker } from "#src/screens/devices/devicePicker.tsx";
import type { Range } from "#src/screens/devices/historyRange.ts";
import { PeriodPicker } from "#src/screens/devices/periodPicker.tsx";
import { useSession } from "#src/session/sessionView.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { deviceLocationTrackCalls } from "#store/handles/deviceLocationTrack.ts";
import { serverNow } from "#store/serverClock.ts";
import "./track.css";
import { readTrack, type TrackAsk, type TrackFault, trackFault, trackPresets, trackRange, writeTrack } from "./trackAsk.ts";
import { TrackView } from "./trackView.tsx";

interface Asked {
  readonly deviceId: string;
  readonly range: Range;
}

const askedOf = (ask: TrackAsk, zone: string, now: number): Asked | undefined => {
  const { from, to } = trackRange(ask, zone, now);
  const wrong = trackFault(ask, trackRange(ask, zone, now));
  return wrong || from === undefined || to === undefined ? undefined : { deviceId: ask.deviceId, range: { from, to } };
};

const requestOf = ({ deviceId, range }: Asked) => ({
  deviceId,
  from: new Date(range.from).toISOString(),
  to: new Date(range.to).toISOString(),
});

/** Where a device went within a period, on the map and played back. What is asked stands in the address. */
export function TrackScreen() {
  const intl = useIntl();
  const { me } = useSession();
  const { search, active } = useViewLocation();
  const setSearch = useSetSearch();
  const allowed = useAllowed();
  const intent = useButtonIntent();
  const faultId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [ask, setAsk] = useState(() => readTrack(search));
  const [now, setNow] = useState(serverNow);
  const [asked, setAsked] = useState(() => askedOf(ask, me.zone, now));
  const [fault, setFault] = useState<TrackFault>();
  const [refusals, setRefusals] = useState(0);
  const readable = allowed(deviceLocationTrackCalls.query.call);
  const { currentData: device } = deviceCalls.get.useQuery(
    ask.deviceId === "" || !allowed(deviceCalls.get.call) ? skipToken : { id: ask.deviceId },
  );
  const read = deviceLocationTrackCalls.query.useQuery(asked && readable ? requestOf(asked) : skipToken, {
    refetchOnMountOrArgChange: true,
  });
  const failure = useFailure(read);
  useViewSubject(asked && device?.id === asked.deviceId ? device.name : undefined);

  // Another address of this view (a link, a step back) is another question.
  const [seen, setSeen] = useState(search);
  if (seen !== search) {
    setSeen(search);
    const linked = readTrack(search);
    if (writeTrack(linked).toString() !== writeTrack(ask).toString()) {
      setAsk(linked);
      setNow(serverNow());
      setAsked(askedOf(linked, me.zone, serverNow()));
      setFault(undefined);
    }
  }
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [refusals]);

  if (!readable) return <NoPermission />;
  const say = (id: string) => intl.formatMessage({ id });
  const range = trackRange(ask, me.zone, now);
  const change = (next: Partial<TrackAsk>) => {
    setAsk({ ...ask, ...next });
    setFault(undefined);
  };
  const query = (wanted: TrackAsk) => {
    const at = serverNow();
    const wrong = trackFault(wanted, trackRange(wanted, me.zone, at));
    setNow(at);
    setFault(wrong);
    if (wrong) {
      setRefusals(refusals + 1);
      return;
    }
    setAsked(askedOf(wanted, me.zone, at));
    setSearch(() => writeTrack(wanted));
  };
  return (
    <section className="gh-page gh-track" aria-labelledby="gh-track-title">
      <form
        ref={form}
        className="gh-page-head gh-history-head"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          query(ask);
        }}
      >
        <a href="#/home_page" className="gh-track-back">
          {say("track.back")}
        </a>
        <h1 id="gh-track-title" className="gh-page-title">
          {say("track.title")}
        </h1>
        <DevicePicker
          shown={device ? `${device.name} (${device.sn})` : ask.deviceId}
          faulty={fault === "rule.history.device"}
          onPick={({ id }) => {
            change({ deviceId: id });
            query({ ...ask, deviceId: id });
          }}
        />
        <PeriodPicker
          zone={me.zone}
          offered={trackPresets}
          period={ask.period}
          range={range}
          fault={fault}
          faultId={faultId}
          onPeriod={(period) => change({ period })}
          onMalformed={() => setFault("history.bounds")}
        />
        <Button type="submit" intent={intent} icon="search" text={say("history.query")} />
      </form>
      {fault && (
        <p id={faultId} role="alert" className="gh-history-fault">
          {say(fault)}
        </p>
      )}
      {!asked ? (
        <PageState icon="path-search" text={say("track.start")} />
      ) : failure !== undefined ? (
        <FailedRead error={failure} onRetry={() => void read.refetch()} />
      ) : read.currentData ? (
        <TrackView key={JSON.stringify(asked)} answer={read.currentData} name={device?.name ?? ""} zone={me.zone} active={active} />
      ) : (
        <div className="gh-track-waiting" role="status" aria-label={say("track.loading")} />
      )}
    </section>
  );
}
