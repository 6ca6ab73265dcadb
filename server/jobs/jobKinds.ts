import { leaseRenewalJob } from "#server/devices/leaseRenewal.ts";
import { operationFileJob } from "#server/log/operationFile.ts";
import type { JobKind } from "./jobKind.ts";

/** Every kind of job that the server does. */
export const jobKinds: readonly JobKind[] = [operationFileJob, leaseRenewalJob];
