/** A job that waits until it is let go on, and hears when it is ended meanwhile. */
export const held = () => {
  let letGo = (): void => undefined;
  const until = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  return { until, letGo: () => letGo() };
};
