import type { AlarmRow } from "#contract/resources/alarm.ts";

/** What of the board is chosen: an alarm, and where it last stood on its page. */
export interface BoardPlace {
  readonly id: string | undefined;
  readonly index: number;
}

export const firstPlace: BoardPlace = { id: undefined, index: 0 };

type Placed = Pick<AlarmRow, "id" | "state">;

/** Where the chosen alarm stands now; where it has gone, what came into its place. -1 without any. */
export const indexIn = (rows: readonly Placed[], { id, index }: BoardPlace): number => {
  const found = id === undefined ? -1 : rows.findIndex((row) => row.id === id);
  return found >= 0 ? found : Math.min(index, rows.length - 1);
};

export const placeAt = (rows: readonly Placed[], index: number): BoardPlace => ({ id: rows[index]?.id, index });

/** Behind what was just handled the next that nobody has, else the one before it; it stays where there is none. */
export const nextUnhandled = (rows: readonly Placed[], index: number, handled: string): number => {
  const open = ({ id, state }: Placed): boolean => state === 0 && id !== handled;
  const behind = rows.findIndex((row, place) => place > index && open(row));
  if (behind >= 0) return behind;
  const before = rows.findLastIndex((row, place) => place < index && open(row));
  return before >= 0 ? before : index;
};
