import type { IntlShape } from "react-intl";
import type { VideoRow } from "#contract/resources/deviceVideo.ts";
import type { VideoTrouble } from "#machines/videoPlayback.ts";

/** Why a stream is not shown, and what can be done. */
export const troubleWords = (intl: IntlShape, { why, status = 0, origin = "" }: VideoTrouble): string =>
  intl.formatMessage({ id: `videos.why.${why}` }, { status: String(status), origin });

/** An address without what lets anybody watch: its query is left out. */
export const openAddress = (url: string): string => {
  const at = url.indexOf("?");
  return at < 0 ? url : `${url.slice(0, at)}?…`;
};

/** What the table says of a video before it is played. */
export const sourceWords = (intl: IntlShape, { allowed }: Pick<VideoRow, "allowed">): string =>
  intl.formatMessage({ id: `videos.source.${allowed ? "allowed" : "foreign"}` });

export const cameraView = "/checkCamera";

/** The wall of the device's videos with this one in full. */
export const cameraAddress = ({ id, deviceId }: Pick<VideoRow, "id" | "deviceId">): string =>
  `${cameraView}?${new URLSearchParams({ device: deviceId, video: id })}`;
