import { isSurvivor, lineOf, type Mutant } from "./survivor.ts";

/** Tells each survivor when it is found: a run of thousands need not be waited for. */
class Tell {
  onMutantTested(mutant: Mutant): void {
    if (isSurvivor(mutant)) process.stdout.write(`SURVIVED ${lineOf(mutant)}\n`);
  }
}

/** Stryker reads this name. */
export const strykerPlugins = [{ kind: "Reporter", name: "tell", injectableClass: Tell }];
