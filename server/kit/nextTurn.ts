/** Lets messages and calls be served before long work goes on. */
export const nextTurn = (): Promise<void> => new Promise((resume) => setImmediate(resume));
