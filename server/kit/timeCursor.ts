import { fieldProblem } from "./problem.ts";

/** Where a page ended in the order of time: UTC milliseconds, and the id of what came then. */
export interface TimePlace {
  readonly at: number;
  readonly id: string;
}

const form = /^(\d{1,16})_(.{1,64})$/;

export const cursorOf = ({ at, id }: TimePlace): string => `${at}_${id}`;

/** Throws what is wrong with the field of a text that is no such cursor. */
export const placeOf = (cursor: string): TimePlace => {
  const [, at, id] = form.exec(cursor) ?? [];
  if (at === undefined || id === undefined) throw fieldProblem("cursor", "rule.invalid");
  return { at: Number(at), id };
};
