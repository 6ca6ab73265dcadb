import { skipToken } from "@reduxjs/toolkit/query/react";
import { useEffect } from "react";
import { useFormContext } from "react-hook-form";
import { limits } from "#contract/limits.ts";
import type { PointRow } from "#contract/resources/deviceDataRecipe.ts";
import { deviceDataRecipeCalls } from "#store/handles/deviceDataRecipe.ts";

const none: readonly PointRow[] = [];

/** The points of the template that the form names; a chosen point that is not among them is chosen no more. */
export const useRulePoints = (recipeId: string, pointId: string | null): readonly PointRow[] => {
  const { setValue } = useFormContext();
  const { currentData } = deviceDataRecipeCalls.list_body.useQuery(
    recipeId === "" ? skipToken : { recipeId, pageSize: limits.point.perTemplate },
  );
  const points = currentData?.list ?? none;
  const lost = currentData !== undefined && pointId !== null && !points.some((point) => point.id === pointId);
  useEffect(() => {
    if (lost) setValue("pointId", null, { shouldDirty: true });
  }, [lost, setValue]);
  return points;
};
