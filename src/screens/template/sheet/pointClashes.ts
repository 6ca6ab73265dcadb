import type { PointId, PointValues } from "./pointCells.ts";

type Group = Set<string>;

export interface PointClashes {
  /** What the row of this key holds from now on; nothing where it cannot be read or is gone. */
  put(key: string, point: PointValues | undefined): void;
  /** Columns by which devices could not tell the row from others, by the rule of the server. */
  of(key: string): readonly PointId[];
  /** Keys of rows that may clash otherwise than when this was asked last. */
  takeTouched(): ReadonlySet<string>;
}

const bitsOf = ({ startBit, endBit }: PointValues): string => `${startBit ?? endBit}-${endBit ?? startBit}`;
const placeOf = (point: PointValues): string => JSON.stringify([point.address, bitsOf(point)]);
const isOtherName = ({ nameEn, address }: PointValues): boolean => nameEn !== "" && nameEn !== address;

const openGroups = () => {
  const groups = new Map<string, Group>();
  return {
    at: (name: string): Group | undefined => groups.get(name),
    add(name: string, key: string): void {
      const group = groups.get(name) ?? new Set();
      groups.set(name, group.add(key));
    },
    remove(name: string, key: string): void {
      const group = groups.get(name);
      group?.delete(key);
      if (group?.size === 0) groups.delete(name);
    },
  };
};

/** Which rows of a sheet clash, kept up with one row at a time: those that it shares nothing with are not looked at. */
export const openPointClashes = (): PointClashes => {
  const points = new Map<string, PointValues>();
  const [places, addresses, names, otherNames] = [openGroups(), openGroups(), openGroups(), openGroups()];
  let touched = new Set<Group>();
  const touch = ({ address, nameEn }: PointValues, place: string) => {
    for (const group of [places.at(place), names.at(nameEn), addresses.at(nameEn), otherNames.at(address)]) if (group) touched.add(group);
  };
  return {
    put(key, point) {
      const before = points.get(key);
      if (before) {
        const place = placeOf(before);
        touch(before, place);
        places.remove(place, key);
        addresses.remove(before.address, key);
        if (before.nameEn !== "") names.remove(before.nameEn, key);
        if (isOtherName(before)) otherNames.remove(before.nameEn, key);
        points.delete(key);
      }
      if (!point) return;
      const place = placeOf(point);
      points.set(key, point);
      places.add(place, key);
      addresses.add(point.address, key);
      if (point.nameEn !== "") names.add(point.nameEn, key);
      if (isOtherName(point)) otherNames.add(point.nameEn, key);
      touch(point, place);
    },
    of(key) {
      const point = points.get(key);
      if (!point) return [];
      const { address, nameEn } = point;
      const shared = (places.at(placeOf(point))?.size ?? 0) > 1 || otherNames.at(address) !== undefined;
      const misnamed = (names.at(nameEn)?.size ?? 0) > 1 || (isOtherName(point) && addresses.at(nameEn) !== undefined);
      return [...(shared ? (["address"] as const) : []), ...(misnamed ? (["nameEn"] as const) : [])];
    },
    takeTouched() {
      const keys = new Set<string>();
      for (const group of touched) for (const key of group) keys.add(key);
      touched = new Set();
      return keys;
    },
  };
};
