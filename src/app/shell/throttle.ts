export interface Throttled {
  call(): void;
  cancel(): void;
}

/** Runs `work` at once and then at most once every `wait` ms; a call in between is made good at the end of the wait. */
export const throttle = (work: () => void, wait: number): Throttled => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let owed = false;
  const run = (): void => {
    owed = false;
    timer = setTimeout(rest, wait);
    work();
  };
  const rest = (): void => {
    timer = undefined;
    if (owed) run();
  };
  return {
    call() {
      if (timer === undefined) run();
      else owed = true;
    },
    cancel() {
      clearTimeout(timer);
      timer = undefined;
      owed = false;
    },
  };
};
