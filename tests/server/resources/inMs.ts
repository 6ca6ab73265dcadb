/** An answer whose times, at `ts`, are UTC milliseconds, to be compared with what was stored. */
export type InMs<Answer> = Answer extends readonly (infer One)[]
  ? InMs<One>[]
  : Answer extends object
    ? { [Key in keyof Answer]: Key extends "ts" ? (Answer[Key] extends readonly string[] ? number[] : number) : InMs<Answer[Key]> }
    : Answer;

const turned = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== "object" || value === null) return value;
  const times = (at: unknown): unknown => (Array.isArray(at) ? at.map(times) : Date.parse(String(at)));
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, name === "ts" ? times(part) : turned(part)]));
};

export const inMs = <Answer>(answer: Answer): InMs<Answer> => turned(answer) as InMs<Answer>;
