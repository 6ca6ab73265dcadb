import { skipToken } from "@reduxjs/toolkit/query/react";
import { limits } from "#contract/limits.ts";
import type { ListedPoint } from "#contract/resources/deviceDataRecipe.ts";
import type { DeviceTemplateRow } from "#contract/resources/deviceTemplate.ts";
import { deviceDataRecipeCalls } from "#store/handles/deviceDataRecipe.ts";
import { deviceTemplateCalls } from "#store/handles/deviceTemplate.ts";

export type TemplateSlave = DeviceTemplateRow["slaves"][number];

const noSlaves: readonly TemplateSlave[] = [];
const noPoints: readonly ListedPoint[] = [];

/** The slaves of a device template; none while they are not known. */
export const useTemplateSlaves = (templateId: string): readonly TemplateSlave[] =>
  deviceTemplateCalls.get.useQuery(templateId === "" ? skipToken : { id: templateId }).currentData?.slaves ?? noSlaves;

/** The data points of a slave's data template; none while they are not known. */
export const useSlavePoints = (slaves: readonly TemplateSlave[], no: unknown): readonly ListedPoint[] => {
  const recipeId = slaves.find((slave) => slave.no === no)?.recipeId;
  const { currentData } = deviceDataRecipeCalls.list_body.useQuery(
    recipeId === undefined ? skipToken : { recipeId, pageSize: limits.point.perTemplate },
  );
  return currentData?.list ?? noPoints;
};

export const slaveOptions = (slaves: readonly TemplateSlave[]) => slaves.map(({ no, name }) => ({ value: no, label: `${no} ${name}` }));
