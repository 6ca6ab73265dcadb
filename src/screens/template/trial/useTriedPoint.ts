import { useState } from "react";
import type { PointRow } from "#contract/resources/deviceDataRecipe.ts";

/** What a trial can give another value than what is saved. */
export const triedFields = [
  ...(["valueType", "byteOrder", "wordOrder", "coding", "startBit", "endBit"] as const),
  ...(["receiveFormula", "sendFormula", "decimals"] as const),
] as const;

export type PointChanges = Partial<Pick<PointRow, (typeof triedFields)[number]>>;

const differing = (saved: PointRow, changes: PointChanges): PointChanges =>
  Object.fromEntries(triedFields.flatMap((name) => (name in changes && changes[name] !== saved[name] ? [[name, changes[name]]] : [])));

/** A data point with settings that are tried and not saved; those of one point stay with it. */
export const useTriedPoint = (saved: PointRow | undefined) => {
  const [tried, setTried] = useState<{ id: string; changes: PointChanges }>();
  const changes = saved && tried?.id === saved.id ? differing(saved, tried.changes) : {};
  return {
    point: saved && { ...saved, ...changes },
    changes,
    isChanged: Object.keys(changes).length > 0,
    change: (more: PointChanges) => saved && setTried({ id: saved.id, changes: { ...changes, ...more } }),
    reset: () => setTried(undefined),
  };
};
