export interface Stage {
  readonly width: number;
  readonly height: number;
  /** Panels stand below each other rather than beside each other. */
  readonly tall: boolean;
  /** How many of the newest alarms have room. */
  readonly alarms: number;
}

export interface Fitted {
  readonly stage: Stage;
  readonly scale: number;
}

/** What hangs on a wall. */
export const wideStage: Stage = { width: 1920, height: 1080, tall: false, alarms: 8 };

/** What stands upright or is held in a hand, where the wide one would be too small to read. */
const tallStage: Stage = { width: 720, height: 1560, tall: true, alarms: 6 };

const fitted = (stage: Stage, width: number, height: number): Fitted => ({
  stage,
  scale: Math.min(width / stage.width, height / stage.height),
});

/** The stage whose letters are larger in this room. */
export const fittingStage = (width: number, height: number): Fitted => {
  const wide = fitted(wideStage, width, height);
  const tall = fitted(tallStage, width, height);
  return tall.scale > wide.scale ? tall : wide;
};
