import { AnchorButton } from "@blueprintjs/core";
import { useState } from "react";
import { useIntl } from "react-intl";
import type { VideoRow } from "#contract/resources/deviceVideo.ts";
import { lazyPart } from "#src/kit/part/lazyPart.tsx";
import { useOpens } from "#src/kit/screen/useAllowed.ts";
import { DevicePanel } from "#src/screens/devices/devicePanel.tsx";
import { deviceVideoCalls } from "#store/handles/deviceVideo.ts";
import { VideoTile } from "./videoTile.tsx";
import { cameraView } from "./videoWords.ts";

const most = 4;
const keptIn = "/devices/videoList";
const VideoDrawer = lazyPart(async () => (await import("./videoDrawer.tsx")).VideoDrawer, { place: "over" });

/** The first videos of one device, as they are now. */
export function DeviceVideos({ deviceId, active }: { deviceId: string; active: boolean }) {
  const intl = useIntl();
  const opens = useOpens();
  const [watched, setWatched] = useState<VideoRow>();
  const { query } = deviceVideoCalls;
  const read = query.useQuery({ deviceId, pageSize: most, sortField: "sort" }, { refetchOnMountOrArgChange: true });
  const id = encodeURIComponent(deviceId);
  const link = (view: string, address: string, icon: "grid-view" | "edit", text: string) =>
    opens(query.call, view) && (
      <AnchorButton
        size="small"
        variant="minimal"
        icon={icon}
        href={`#${address}`}
        text={intl.formatMessage({ id: `device.videos.${text}` })}
      />
    );
  const tools = (
    <>
      {link(cameraView, `${cameraView}?device=${id}`, "grid-view", "wall")}
      {link(keptIn, `${keptIn}?deviceId=${id}`, "edit", "manage")}
    </>
  );
  return (
    <DevicePanel name="videos" read={read} rows={read.data?.list.length} tools={tools}>
      <div className="gh-device-videos">
        {read.data?.list.map((video) => (
          <VideoTile
            key={video.id}
            video={video}
            active={active && watched === undefined}
            opens={{ label: intl.formatMessage({ id: "wall.full" }, { name: video.name }), run: () => setWatched(video) }}
          />
        ))}
      </div>
      {watched && <VideoDrawer video={watched} onClose={() => setWatched(undefined)} />}
    </DevicePanel>
  );
}
