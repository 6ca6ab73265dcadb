/** How many videos a wall shows at once. */
export const wallSizes = [1, 4, 9] as const;
export type WallSize = (typeof wallSizes)[number];

export interface WallAsk {
  /** Empty for those of all devices. */
  readonly deviceId: string;
  readonly size: WallSize;
  readonly pageNo: number;
  /** The one that is shown in full; empty for the wall. */
  readonly videoId: string;
}

const usual: WallSize = 4;

/** What an address asks for; what does not fit is as if it were not there. */
export const readWall = (search: URLSearchParams): WallAsk => {
  const asked = Number(search.get("wall"));
  const pageNo = Number(search.get("pageNo"));
  return {
    deviceId: search.get("device") ?? "",
    size: wallSizes.find((size) => size === asked) ?? usual,
    pageNo: Number.isInteger(pageNo) && pageNo > 0 ? pageNo : 1,
    videoId: search.get("video") ?? "",
  };
};

export const writeWall = ({ deviceId, size, pageNo, videoId }: WallAsk): URLSearchParams => {
  const search = new URLSearchParams();
  if (deviceId !== "") search.set("device", deviceId);
  if (size !== usual) search.set("wall", String(size));
  if (pageNo > 1) search.set("pageNo", String(pageNo));
  if (videoId !== "") search.set("video", videoId);
  return search;
};
