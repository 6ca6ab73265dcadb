/** How far the clock of the day may be from what the steady one says before it is doubted. */
const doubtfulMs = 60_000;

/**
 * The time of day, UTC milliseconds, for what ends or deletes something for good. Where the clock jumps, time goes on as it went before, until
 * the clock has stood by what it says for `standsMs`. Has to be asked more often than that. `uptime` only goes forward, at the pace of time.
 */
export const believedTime = (now: () => number, uptime: () => number, standsMs = 600_000): (() => number) => {
  let offset = now() - uptime();
  let doubted: { offset: number; since: number } | undefined;
  return () => {
    const at = uptime();
    const said = now() - at;
    if (Math.abs(said - offset) <= doubtfulMs) {
      offset = said;
      doubted = undefined;
    } else if (!doubted || Math.abs(said - doubted.offset) > doubtfulMs) doubted = { offset: said, since: at };
    else if (at - doubted.since >= standsMs) {
      offset = said;
      doubted = undefined;
    }
    return Math.round(at + offset);
  };
};
