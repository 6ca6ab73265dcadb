import { limits } from "#contract/limits.ts";
import type { SlaveNow } from "#contract/resources/device.ts";
import { type LineLook, lineLooks } from "#src/kit/chart/pointColor.ts";

export interface ChosenPoint {
  slave: number;
  pointId: string;
}

export const chosenKey = ({ slave, pointId }: ChosenPoint): string => `${slave}/${pointId}`;

export const isChosen = (chosen: readonly ChosenPoint[], point: ChosenPoint): boolean =>
  chosen.some((one) => one.slave === point.slave && one.pointId === point.pointId);

/** Adds or takes away a point; undefined when one more than a query takes was asked for. */
export const toggleChosen = (chosen: readonly ChosenPoint[], point: ChosenPoint): readonly ChosenPoint[] | undefined => {
  if (isChosen(chosen, point)) return chosen.filter((one) => chosenKey(one) !== chosenKey(point));
  return chosen.length >= limits.history.points ? undefined : [...chosen, point];
};

/** Points as one text of an address: `1/abc,2/def`. */
export const writeChosen = (chosen: readonly ChosenPoint[]): string => chosen.map(chosenKey).join(",");

/** What the text says, without what cannot be meant and without more than a query takes. */
export const readChosen = (text: string | null): ChosenPoint[] => {
  const chosen: ChosenPoint[] = [];
  for (const part of (text ?? "").split(",")) {
    const [, no, pointId] = /^(\d{1,3})\/(.{1,64})$/.exec(part) ?? [];
    if (no === undefined || pointId === undefined || chosen.length >= limits.history.points) continue;
    const point = { slave: Number(no), pointId };
    if (!isChosen(chosen, point)) chosen.push(point);
  }
  return chosen;
};

const firstShown = 3;

const isStored = ({ storeMode }: SlaveNow["points"][number]): boolean => storeMode !== 0;
const placeOf = (slave: SlaveNow, point: SlaveNow["points"][number]): ChosenPoint => ({ slave: slave.no, pointId: point.id });

const storedPoints = (slaves: readonly SlaveNow[]): ChosenPoint[] =>
  slaves.flatMap((slave) => slave.points.filter(isStored).map((point) => placeOf(slave, point)));

const isQuantity = ({ enumeration, valueType }: SlaveNow["points"][number]): boolean =>
  enumeration.length === 0 && valueType !== "bool" && valueType !== "text";

/**
 * What a device's chart starts with: the points that its app recipe shows as trends; without any, the first that have a history and are
 * numbers, or have a history.
 */
export const firstPoints = (slaves: readonly SlaveNow[]): ChosenPoint[] => {
  const stored = slaves.flatMap((slave) => slave.points.filter(isStored).map((point) => ({ point, place: placeOf(slave, point) })));
  const trends = stored.filter(({ point }) => point.show === "curve");
  if (trends.length > 0) return trends.slice(0, limits.history.points).map(({ place }) => place);
  const quantities = stored.filter(({ point }) => isQuantity(point));
  return (quantities.length > 0 ? quantities : stored).slice(0, firstShown).map(({ place }) => place);
};

/** How the chosen points of a device are drawn: their colours follow from all of its points that have a history. */
export const chosenLooks = (slaves: readonly SlaveNow[], chosen: readonly ChosenPoint[]): ReadonlyMap<string, LineLook> =>
  lineLooks(chosen.map(chosenKey), storedPoints(slaves).map(chosenKey));
