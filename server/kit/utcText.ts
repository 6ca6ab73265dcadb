/** An instant, UTC milliseconds, as answers and messages tell it. */
export const utcText = (at: number): string => new Date(at).toISOString();
