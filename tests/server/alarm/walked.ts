import { expect } from "vitest";

interface Walk<Step> {
  begin(): Promise<void>;
  take(step: Step): Promise<void>;
  /** What is there, and what a plain reference says should be. */
  found(): Promise<unknown>;
  expected(): unknown;
  end(): Promise<void>;
}

/** Takes the steps one after the other, and compares at their end. */
export const walked = async <Step>(walk: Walk<Step>, steps: readonly Step[]): Promise<void> => {
  await walk.begin();
  try {
    for (const step of steps) await walk.take(step);
    expect(await walk.found()).toEqual(walk.expected());
  } finally {
    await walk.end();
  }
};
