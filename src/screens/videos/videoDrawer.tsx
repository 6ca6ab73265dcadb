import { AnchorButton } from "@blueprintjs/core";
import { useIntl } from "react-intl";
import type { VideoRow } from "#contract/resources/deviceVideo.ts";
import { SideDrawer } from "#src/kit/form/sideDrawer.tsx";
import { useOpens } from "#src/kit/screen/useAllowed.ts";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { useViewLocation } from "#src/kit/view/viewLocation.ts";
import { deviceVideoCalls } from "#store/handles/deviceVideo.ts";
import { VideoTile } from "./videoTile.tsx";
import { cameraAddress, cameraView, openAddress } from "./videoWords.ts";

/** Plays one video beside the table. */
export function VideoDrawer({ video, onClose }: { video: VideoRow; onClose(): void }) {
  const intl = useIntl();
  const { active } = useViewLocation();
  const opens = useOpens();
  const fact = (id: string, text: string) => (
    <>
      <dt>{intl.formatMessage({ id: `videos.column.${id}` })}</dt>
      <dd>
        <ForeignText text={text || "–"} />
      </dd>
    </>
  );
  return (
    <SideDrawer title={video.name} size={720} onClose={onClose}>
      <div className="gh-video-drawer">
        <VideoTile video={video} active={active} audible />
        <dl className="gh-video-facts">
          {fact("deviceName", `${video.deviceName} (${video.deviceSn})`)}
          {fact("kind", intl.formatMessage({ id: `videos.option.kind.${video.kind}` }))}
          {fact("url", openAddress(video.url))}
          {fact("note", video.note)}
        </dl>
        {opens(deviceVideoCalls.query.call, cameraView) && (
          <div>
            <AnchorButton icon="maximize" href={`#${cameraAddress(video)}`} text={intl.formatMessage({ id: "videos.toWall" })} />
          </div>
        )}
      </div>
    </SideDrawer>
  );
}
