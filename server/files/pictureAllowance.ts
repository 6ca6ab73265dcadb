import { limits } from "#contract/limits.ts";
import { Problem } from "#server/kit/problem.ts";

const dayMs = 24 * 3_600_000;
const { count: mostPictures, bytes: mostBytes } = limits.picturesPerDay;

export interface PictureAllowance {
  /** Counts an upload before it is looked at, or refuses it. The larger of what came and what is kept counts: `kept` adds the difference. */
  take(userId: string, bytes: number): { kept(bytes: number): void };
}

interface Day {
  /** Milliseconds of uptime of its first upload. */
  readonly since: number;
  pictures: number;
  bytes: number;
}

/** How many pictures each user may still upload within the day that began with the first of them. */
export const openPictureAllowance = (uptime: () => number): PictureAllowance => {
  /** In the order in which they began. */
  const days = new Map<string, Day>();
  const forgetOver = (): void => {
    for (const [userId, { since }] of days) {
      if (uptime() - since < dayMs) return;
      days.delete(userId);
    }
  };
  return {
    take(userId, bytes) {
      forgetOver();
      const day = days.get(userId) ?? { since: uptime(), pictures: 0, bytes: 0 };
      if (day.pictures + 1 > mostPictures || day.bytes + bytes > mostBytes)
        throw new Problem("tooLarge", {
          message: "code.tooLarge.pictures",
          values: { count: mostPictures, limit: `${mostBytes / 1_048_576} MB` },
        });
      days.set(userId, day);
      day.pictures += 1;
      day.bytes += bytes;
      return {
        kept(size) {
          day.bytes += Math.max(0, size - bytes);
        },
      };
    },
  };
};
