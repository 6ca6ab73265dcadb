import { userTempData } from "#contract/resources/userTempData.ts";
import { attach } from "#store/attach.ts";

export const userTempDataCalls = attach(userTempData);
