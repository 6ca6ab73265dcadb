import type { IntlShape } from "react-intl";

interface Choice<Row> {
  /** Prefix of the screen's messages: `.locked` says why rows are left out that may not be changed. */
  screen: string;
  locked?: ((row: Row) => boolean) | undefined;
  changes?: ((row: Row) => boolean) | undefined;
}

export interface Taken<Row> {
  rows: readonly Row[];
  /** Why the others are left out; empty where none is. */
  why: string;
  /** How many are taken of how many, and why; empty where all are. */
  share: string;
}

/** What an action takes of the rows that are selected: those that it changes and that may be changed. */
export const takenRows = <Row>(intl: IntlShape, rows: readonly Row[], { screen, locked, changes }: Choice<Row>): Taken<Row> => {
  const open = rows.filter((row) => !locked?.(row));
  const taken = open.filter((row) => changes?.(row) ?? true);
  const reasons = [
    { id: `${screen}.locked`, count: rows.length - open.length },
    { id: "screen.bulk.already", count: open.length - taken.length },
  ].filter(({ count }) => count > 0);
  const [one = "", other] = reasons.map(({ id, count }) => intl.formatMessage({ id }, { count }));
  const why = other === undefined ? one : intl.formatMessage({ id: "screen.bulk.reasons" }, { one, other });
  const share = why && intl.formatMessage({ id: "screen.bulk.share" }, { count: taken.length, total: rows.length, why });
  return { rows: taken, why, share };
};
