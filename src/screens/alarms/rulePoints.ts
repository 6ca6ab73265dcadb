import { skipToken } from "@reduxjs/toolkit/query/react";
import { useEffect } from "react";
import { type FieldValues, useFormContext, useWatch } from "react-hook-form";
import { limits } from "#contract/limits.ts";
import type { PointRow } from "#contract/resources/deviceDataRecipe.ts";
import { deviceDataRecipeCalls } from "#store/handles/deviceDataRecipe.ts";

const none: readonly PointRow[] = [];

/** Where the form names points: of the first condition, of those beside it, and those that they are compared with. */
const namedIn = (values: FieldValues): readonly (readonly [path: string, id: unknown, none: string | null])[] => [
  ["pointId", values.pointId, null],
  ["otherPointId", values.otherPointId, null],
  ...(Array.isArray(values.further) ? values.further : []).flatMap((one: FieldValues, place) => [
    [`further.${place}.pointId`, one.pointId, ""] as const,
    [`further.${place}.otherPointId`, one.otherPointId, null] as const,
  ]),
];

/** The points of the template that the form names; a chosen point that is not among them is chosen no more. */
export const useRulePoints = (recipeId: string): readonly PointRow[] => {
  const { setValue } = useFormContext();
  const [pointId, otherPointId, further]: unknown[] = useWatch({ name: ["pointId", "otherPointId", "further"] as const });
  const { currentData } = deviceDataRecipeCalls.list_body.useQuery(
    recipeId === "" ? skipToken : { recipeId, pageSize: limits.point.perTemplate },
  );
  const points = currentData?.list ?? none;
  useEffect(() => {
    if (currentData === undefined) return;
    for (const [path, id, empty] of namedIn({ pointId, otherPointId, further }))
      if (id !== null && id !== "" && id !== undefined && !currentData.list.some((point) => point.id === id))
        setValue(path, empty, { shouldDirty: true });
  }, [currentData, pointId, otherPointId, further, setValue]);
  return points;
};
