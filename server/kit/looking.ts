/** Looks again and again at what may be due. */
export interface Looking {
  /** The first look comes after the pause, too. */
  begin(): void;
  /** Begins no look any more. */
  rest(): void;
  isResting(): boolean;
  /** Resolves when the look that is under way has ended. */
  ended(): Promise<void>;
}

/** `look` handles its own faults; the next one begins `pauseMs` after it has ended. */
export const openLooking = (look: () => Promise<void>, pauseMs: number): Looking => {
  let resting = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let looking: Promise<void> = Promise.resolve();
  const begin = (): void => {
    if (!resting) timer = setTimeout(lookOn, pauseMs);
  };
  const lookOn = (): void => {
    looking = look().then(begin);
  };
  return {
    begin,
    rest() {
      resting = true;
      clearTimeout(timer);
    },
    isResting: () => resting,
    ended: () => looking,
  };
};
