/** How rows of a table are given another place; its cells hold a `MoveGrip` where the mouse takes hold of them. */
export interface RowMoves<Row> {
  /** Counted from 1 over all pages. */
  place(row: Row): number;
  move(row: Row, place: number): void;
}
