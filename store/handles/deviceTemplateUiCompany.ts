import { deviceTemplateUiCompany } from "#contract/resources/deviceTemplateUiCompany.ts";
import { attach } from "#store/attach.ts";

export const deviceTemplateUiCompanyCalls = attach(deviceTemplateUiCompany);
