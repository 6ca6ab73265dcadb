import { describe, expect, it } from "vitest";
import { fittingStage } from "#src/screens/board/stage.ts";

/** Pixels of the letters of an alarm, which are the smallest ones. */
const letters = (width: number, height: number): number => {
  const { stage, scale } = fittingStage(width, height);
  return scale * (stage.tall ? 24 : 20);
};

describe("the stage of the wallboard", () => {
  it.each([
    [1920, 1080, false, 1],
    [3840, 2160, false, 2],
    [1440, 900, false, 0.75],
    [800, 900, true, 900 / 1560],
    [400, 800, true, 800 / 1560],
  ])("fits into %i × %i", (width, height, tall, scale) => {
    const fitted = fittingStage(width, height);
    expect([fitted.stage.tall, fitted.scale]).toEqual([tall, scale]);
    expect(fitted.stage.width * scale).toBeLessThanOrEqual(width);
    expect(fitted.stage.height * scale).toBeLessThanOrEqual(height);
  });

  it("keeps letters that can be read on a phone", () => {
    expect(letters(400, 800)).toBeGreaterThan(12);
    expect(letters(800, 900)).toBeGreaterThan(13);
  });
});
