/** Whether this long has gone by. A clock that was set back says yes: how long it was cannot be known, and nothing may wait for it to catch up. */
export const hasPassed = (since: number, at: number, milliseconds: number): boolean => at < since || at - since >= milliseconds;
