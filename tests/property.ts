import fc from "fast-check";

/** Half of the runs are the same everywhere and always, the other half new each time; `SEED=…` repeats the new ones that a failure names. */
export const fixedSeed = 20_260_101;
const newSeed = (): number => (process.env.SEED ? Number(process.env.SEED) : Math.trunc(Math.random() * 0x7fff_ffff));

type Runs<Values> = fc.Parameters<Values> & { numRuns?: number };

export function holds<Values>(property: fc.IAsyncProperty<Values>, runs?: Runs<Values>): Promise<void>;
export function holds<Values>(property: fc.IProperty<Values>, runs?: Runs<Values>): void;
export function holds<Values>(property: fc.IRawProperty<Values>, { numRuns = 100, ...runs }: Runs<Values> = {}): Promise<void> | void {
  const again = { ...runs, seed: fixedSeed, numRuns: Math.ceil(numRuns / 2) };
  const { examples: _, ...anew } = { ...runs, seed: newSeed(), numRuns: Math.max(1, Math.floor(numRuns / 2)) };
  if (property.isAsync())
    return fc.assert(property as fc.IAsyncProperty<Values>, again).then(() => fc.assert(property as fc.IAsyncProperty<Values>, anew));
  fc.assert(property as fc.IProperty<Values>, again);
  fc.assert(property as fc.IProperty<Values>, anew);
}
