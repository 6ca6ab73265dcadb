import { company } from "#contract/resources/company.ts";
import { attach } from "#store/attach.ts";

export const companyCalls = attach(company);
