import { deviceChangeJob } from "#server/devices/change/changeJob.ts";
import { deviceFileJob } from "#server/devices/deviceFile.ts";
import { dataErasureJob } from "#server/history/dataErasure.ts";
import { dataFileJob } from "#server/history/dataFile.ts";
import { importJob } from "#server/imports/importJob.ts";
import { sheetKinds } from "#server/imports/sheetKinds.ts";
import { operationFileJob } from "#server/log/operationFile.ts";
import type { JobKind } from "./jobKind.ts";

/** Every kind of job that the server does. */
export const jobKinds: readonly JobKind[] = [
  operationFileJob,
  deviceFileJob,
  deviceChangeJob,
  dataFileJob,
  dataErasureJob,
  ...Object.values(sheetKinds).map(importJob),
];
