/** What an action on several rows covers: the ticked rows in view, those of other pages too, or the whole filter. */
export type PickScope = "page" | "ticked" | "matching";

export interface PickedRows<Row> {
  /** Every ticked row by key, those of other pages too, as it was when it was ticked. */
  rows: ReadonlyMap<string, Row>;
  scope: PickScope;
}

export const nothingPicked: PickedRows<never> = { rows: new Map<string, never>(), scope: "page" };

/** The ticks are now `keys`; a tick of a row in view brings its row along. */
export const pick = <Row>(before: PickedRows<Row>, keys: ReadonlySet<string>, inView: ReadonlyMap<string, Row>): PickedRows<Row> => {
  const rows = new Map<string, Row>();
  for (const key of keys) {
    const row = inView.get(key) ?? before.rows.get(key);
    if (row !== undefined) rows.set(key, row);
  }
  return { rows, scope: "page" };
};

export interface PickCounts {
  inView: number;
  elsewhere: number;
}

export const pickCounts = <Row>(picked: PickedRows<Row>, inView: ReadonlyMap<string, Row>): PickCounts => {
  let count = 0;
  for (const key of picked.rows.keys()) if (inView.has(key)) count += 1;
  return { inView: count, elsewhere: picked.rows.size - count };
};

/** The rows that an action covers; for the whole filter they have to be fetched. */
export const coveredRows = <Row>(picked: PickedRows<Row>, inView: ReadonlyMap<string, Row>): Row[] => {
  if (picked.scope === "page") return [...inView].filter(([key]) => picked.rows.has(key)).map(([, row]) => row);
  return [...picked.rows].map(([key, row]) => inView.get(key) ?? row);
};
