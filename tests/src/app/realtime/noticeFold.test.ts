import { describe, expect, it } from "vitest";
import type { NoticeRow } from "#contract/resources/notice.ts";
import { foldNotices } from "#src/app/realtime/noticeFold.ts";

const newest = Date.UTC(2026, 10, 20, 8);

/** Devices that went, each so many seconds before the one listed above it, of which the first so many are read. */
const gone = (count: number, apart = 1, read = 0): NoticeRow[] =>
  Array.from({ length: count }, (_, n) => ({
    id: `n${n}`,
    at: new Date(newest - n * apart * 1000).toISOString(),
    read: n < read,
    data: { type: 2, content: { deviceId: `d${n}`, name: `D${n}`, deviceSn: `SN${n}`, createTime: "", state: 0, count: 1 } },
  }));
const folded = (notices: readonly NoticeRow[]) =>
  foldNotices(notices).map(({ ids, read, data }) => [ids.length, read, data.type === 2 ? data.content.count : 0]);

describe("devices that came or went together", () => {
  it.each([
    [0, false],
    [1, false],
    [3, false],
    [4, true],
  ])("are read as one once all are: of four %i", (read, isRead) => {
    expect(folded(gone(4, 1, read))).toEqual([[4, isRead, 4]]);
  });

  it("stand as one from the fourth on, under the newest's name and time", () => {
    expect(folded(gone(3))).toEqual(Array(3).fill([1, false, 1]));
    const [crowd] = foldNotices(gone(5));
    expect(crowd).toEqual({
      ids: ["n0", "n1", "n2", "n3", "n4"],
      at: new Date(newest).toISOString(),
      read: false,
      data: { type: 2, content: { deviceId: "d0", name: "D0", deviceSn: "SN0", createTime: "", state: 0, count: 5 } },
    });
  });

  it("follow one another within a minute, and do the same", () => {
    expect(folded(gone(4, 60))).toEqual([[4, false, 4]]);
    expect(folded(gone(4, 61))).toEqual(Array(4).fill([1, false, 1]));
    const mixed = gone(8).map((notice, n): NoticeRow => {
      if (notice.data.type !== 2 || n < 4) return notice;
      return { ...notice, data: { type: 2, content: { ...notice.data.content, state: 1 } } };
    });
    expect(folded(mixed)).toEqual([
      [4, false, 4],
      [4, false, 4],
    ]);
  });
});
