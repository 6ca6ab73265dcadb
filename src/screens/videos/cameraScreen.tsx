import { Button, type IconName } from "@blueprintjs/core";
import { skipToken } from "@reduxjs/toolkit/query/react";
import { useEffect, useMemo } from "react";
import { useIntl } from "react-intl";
import type { VideoRow } from "#contract/resources/deviceVideo.ts";
import { type Hotkey, useHotkeys } from "#src/kit/keys/hotkeys.ts";
import { FailedRead, NoPermission, PageState } from "#src/kit/screen/pageStates.tsx";
import "#src/kit/screen/screen.css";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { useFailure } from "#src/kit/screen/useFailure.ts";
import { ViewChoice } from "#src/kit/screen/viewChoice.tsx";
import { toggleFullScreen } from "#src/kit/view/fullScreen.ts";
import { useSetSearch, useViewLocation } from "#src/kit/view/viewLocation.ts";
import { useViewSubject } from "#src/kit/view/viewName.ts";
import { DevicePicker } from "#src/screens/devices/devicePicker.tsx";
import { deviceCalls } from "#store/handles/device.ts";
import { deviceVideoCalls } from "#store/handles/deviceVideo.ts";
import "./video.css";
import { VideoTile } from "./videoTile.tsx";
import { readWall, type WallAsk, type WallSize, wallSizes, writeWall } from "./wallAsk.ts";

const sizeIcons: Readonly<Record<WallSize, IconName>> = { 1: "square", 4: "grid-view", 9: "grid" };

const group = "wall.title";
const digits = "1 2 3 4 5 6 7 8 9";

interface Moves {
  readonly rows: readonly VideoRow[];
  readonly full: boolean;
  readonly pages: number;
  readonly ask: WallAsk;
  go(next: Partial<WallAsk>): void;
}

const keysOf = ({ rows, full, pages, ask, go }: Moves): Hotkey[] => {
  const watch = ({ key }: KeyboardEvent): void => {
    const video = rows[Number(key) - 1];
    if (video) go({ videoId: video.id });
  };
  const turn = (by: 1 | -1): Partial<Hotkey> => {
    const pageNo = ask.pageNo + by;
    return pageNo >= 1 && pageNo <= pages ? { run: () => go({ pageNo, videoId: "" }) } : {};
  };
  return [
    { combo: digits, label: "wall.key.full", group, run: watch },
    { combo: "escape", label: "wall.key.back", group, ...(full ? { run: () => go({ videoId: "" }) } : {}) },
    { combo: "pageup", label: "wall.key.previous", group, ...turn(-1) },
    { combo: "pagedown", label: "wall.key.next", group, ...turn(1) },
    { combo: "f", label: "board.fullScreen", group, run: toggleFullScreen },
  ];
};

interface WallProps extends Moves {
  /** The one that is shown in full. */
  readonly watched: VideoRow | undefined;
  readonly active: boolean;
}

function Wall({ rows, watched, ask, active, go }: WallProps) {
  const intl = useIntl();
  // One in full that the page has not is drawn beside those that it has, which stay for when it is left.
  const drawn = watched && !rows.some(({ id }) => id === watched.id) ? [...rows, watched] : rows;
  return (
    <div className={`gh-wall-tiles gh-wall-${watched ? 1 : ask.size}`}>
      {drawn.map((video, index) => {
        const isWatched = video.id === watched?.id;
        const label = intl.formatMessage({ id: isWatched ? "wall.back" : "wall.full" }, { name: `${video.deviceName} ${video.name}` });
        return (
          <VideoTile
            key={video.id}
            video={video}
            active={active}
            withDevice
            audible={isWatched}
            hidden={watched !== undefined && !isWatched}
            {...(index < rows.length ? { number: index + 1 } : {})}
            opens={{ label, run: () => go({ videoId: isWatched ? "" : video.id }) }}
          />
        );
      })}
    </div>
  );
}

/** Cameras on a wall of one, four or nine, each of which can be brought to full size. What is shown stands in the address. */
export function CameraScreen() {
  const intl = useIntl();
  const { search, active } = useViewLocation();
  const setSearch = useSetSearch();
  const allowed = useAllowed();
  const ask = useMemo(() => readWall(search), [search]);
  const readable = allowed(deviceVideoCalls.query.call);
  const { deviceId, size, pageNo, videoId } = ask;
  const asked = deviceId === "" ? { pageNo, pageSize: size } : { pageNo, pageSize: size, deviceId, sortField: "sort" as const };
  const read = deviceVideoCalls.query.useQuery(readable ? asked : skipToken, { refetchOnMountOrArgChange: true });
  const rows = useMemo(() => read.currentData?.list ?? [], [read.currentData]);
  const listed = rows.find(({ id }) => id === videoId);
  const one = deviceVideoCalls.query.useQuery(readable && videoId !== "" && read.currentData && !listed ? { id: videoId } : skipToken);
  const watched = listed ?? (videoId === "" ? undefined : one.currentData?.list[0]);
  const { currentData: device } = deviceCalls.get.useQuery(
    deviceId === "" || !allowed(deviceCalls.get.call) ? skipToken : { id: deviceId },
  );
  const failure = useFailure(read);
  const total = read.currentData?.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / size));
  useViewSubject(watched ? `${watched.deviceName} ${watched.name}` : device?.name);
  const moves: Moves = { rows, full: videoId !== "", pages, ask, go: (next) => setSearch(() => writeWall({ ...ask, ...next })) };
  useHotkeys(keysOf(moves));

  // A page past the end is answered as the last one.
  const answered = read.currentData?.pageNo;
  useEffect(() => {
    if (answered !== undefined && answered !== pageNo) setSearch((before) => writeWall({ ...readWall(before), pageNo: answered }));
  }, [answered, pageNo, setSearch]);

  if (!readable) return <NoPermission />;
  const say = (id: string) => intl.formatMessage({ id: `wall.${id}` });
  const page = (by: 1 | -1) => moves.go({ pageNo: pageNo + by, videoId: "" });
  return (
    <section className="gh-page gh-wall bp6-dark" aria-labelledby="gh-wall-title">
      <div className="gh-page-head">
        <a href="#/home_page" className="gh-wall-back">
          {say("home")}
        </a>
        <h1 id="gh-wall-title" className="gh-page-title">
          {say("title")}
        </h1>
        {allowed(deviceCalls.query_mini.call) && (
          <DevicePicker
            shown={device ? `${device.name} (${device.sn})` : deviceId}
            faulty={false}
            onPick={({ id }) => moves.go({ deviceId: id, pageNo: 1, videoId: "" })}
          />
        )}
        {deviceId !== "" && (
          <Button variant="minimal" icon="cross" text={say("all")} onClick={() => moves.go({ deviceId: "", pageNo: 1, videoId: "" })} />
        )}
        {read.currentData && <span className="gh-wall-count">{intl.formatMessage({ id: "wall.count" }, { total })}</span>}
        <div className="gh-wall-tools">
          <ViewChoice
            label={say("size")}
            iconsAlone
            value={String(size)}
            options={wallSizes.map((each) => ({
              id: String(each),
              icon: sizeIcons[each],
              text: intl.formatMessage({ id: "wall.size.of" }, { count: each }),
            }))}
            onChoose={(chosen) => moves.go({ size: wallSizes.find((each) => String(each) === chosen) ?? size, pageNo: 1, videoId: "" })}
          />
          {pages > 1 && (
            <>
              <Button
                variant="minimal"
                icon="chevron-left"
                aria-label={say("key.previous")}
                disabled={pageNo <= 1}
                onClick={() => page(-1)}
              />
              <span className="gh-wall-count">{intl.formatMessage({ id: "wall.page" }, { pageNo, pages })}</span>
              <Button
                variant="minimal"
                icon="chevron-right"
                aria-label={say("key.next")}
                disabled={pageNo >= pages}
                onClick={() => page(1)}
              />
            </>
          )}
          <Button
            variant="minimal"
            icon="maximize"
            aria-label={intl.formatMessage({ id: "board.fullScreen" })}
            onClick={toggleFullScreen}
          />
        </div>
      </div>
      {failure !== undefined ? (
        <FailedRead error={failure} onRetry={() => void read.refetch()} />
      ) : !read.currentData ? (
        <div className="gh-wall-tiles" role="status" aria-label={say("loading")} />
      ) : rows.length === 0 && !watched ? (
        <PageState icon="video" text={say(deviceId === "" ? "none" : "none.device")} />
      ) : (
        <Wall {...moves} watched={watched} active={active} />
      )}
    </section>
  );
}
