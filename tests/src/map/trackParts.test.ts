import { describe, expect, it } from "vitest";
import { nowAt, trackOf } from "#src/screens/track/trackParts.ts";

const metre = 1 / 111_195;
const start = Date.UTC(2026, 10, 1);
/** So many seconds after the start, so many metres north of it. */
const at = (seconds: number, metres: number) => ({ at: start + seconds * 1000, lng: 108.94, lat: 34.26 + metres * metre });
const drive = (from: number, metres: number, count: number) =>
  Array.from({ length: count }, (_, index) => at(from + index * 30, metres + index * 300));

const whole = [...drive(0, 0, 11), at(330, 3010), at(500, 2990), at(700, 3005), ...drive(730, 3300, 5), at(4000, 9000), at(4030, 9300)];

describe("a track", () => {
  it("is told in drives, stops and gaps, with how far and how fast", () => {
    const track = trackOf(whole, 0);
    expect(track.parts.map(({ kind, from, to }) => [kind, (from - start) / 1000, (to - start) / 1000])).toEqual([
      ["drive", 0, 300],
      ["stop", 300, 700],
      ["drive", 700, 850],
      ["gap", 850, 4000],
      ["drive", 4000, 4030],
    ]);
    expect(track.metres).toBeGreaterThan(4700);
    expect(track.metres).toBeLessThan(4900);
    expect([track.drivenMs, track.stoodMs]).toEqual([480_000, 400_000]);
    expect(track.fastest).toBeCloseTo(10, 1);
  });

  it("leaves out a place that nothing gets to and back from so fast", () => {
    const strayed = [...whole.slice(0, 5), at(121, 90_000), ...whole.slice(5)];
    const track = trackOf(strayed, 0);
    expect(track.strays).toBe(1);
    expect(track.metres).toBeCloseTo(trackOf(whole, 0).metres, 3);
  });

  it("knows where the device was at each instant, and that it does not know in a gap", () => {
    const track = trackOf(whole, 0);
    expect(nowAt(track, start + 45_000)?.place.lat).toBeCloseTo(at(45, 450).lat, 6);
    expect(nowAt(track, start + 45_000)?.speed).toBeCloseTo(10, 1);
    expect(nowAt(track, start + 500_000)).toMatchObject({ speed: 0, part: { kind: "stop" } });
    expect(nowAt(track, start + 2_000_000)?.part.kind).toBe("gap");
    expect(nowAt(track, start - 1)).toBeUndefined();
    expect(trackOf([], 0)).toMatchObject({ places: [], parts: [], metres: 0, fastest: 0 });
  });
});
