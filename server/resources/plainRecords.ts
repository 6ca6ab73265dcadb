import { type Implementation, implement } from "#server/kit/implement.ts";
import { plainKinds } from "#server/records/plainKinds.ts";
import { keepRecords } from "#server/records/records.ts";

/** Of every plain record. */
export const plainAnswers: readonly Implementation[] = plainKinds.map((kind) => {
  const { get, ...answers } = keepRecords(kind).answers;
  return implement(kind.resource, { ...answers, ...("get" in kind.resource.calls ? { get } : {}) });
});
