/** Runs `work` for every item, `abreast` at a time. */
export const eachAbreast = async <T>(items: readonly T[], abreast: number, work: (item: T) => Promise<void>): Promise<void> => {
  const rest = items.values();
  const lane = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(abreast, items.length) }, lane));
};
