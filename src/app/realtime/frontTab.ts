const lock = "console in front";

const isFront = (): boolean => document.visibilityState === "visible" && document.hasFocus();

/** Tells the other tabs of this browser while this one is in front; answers what ends that. Pages without locks have no notifications either. */
export const watchFront = (): (() => void) => {
  if (!("locks" in navigator)) return () => undefined;
  let release: (() => void) | undefined;
  const look = (): void => {
    if (isFront() === (release !== undefined)) return;
    release?.();
    release = undefined;
    if (!isFront()) return;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    void navigator.locks.request(lock, { mode: "shared" }, () => held);
  };
  const watched = new AbortController();
  const { signal } = watched;
  for (const happening of ["focus", "blur"]) window.addEventListener(happening, look, { signal });
  document.addEventListener("visibilitychange", look, { signal });
  look();
  return () => {
    watched.abort();
    release?.();
  };
};

/** Whether any tab of the console in this browser is in front. */
export const isConsoleInFront = async (): Promise<boolean> => {
  if (isFront()) return true;
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === lock);
};
