/**
 * How long a device that posts may be silent before it is held offline: three times the median of its last intervals, within these bounds,
 * and the longest before its intervals are known. One post that is lost or late says nothing; a device that posts every few seconds is not
 * held offline for a short break of its network.
 */
export const leastSilenceMs = 120_000;
export const mostSilenceMs = 900_000;
