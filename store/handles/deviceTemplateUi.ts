import { deviceTemplateUi } from "#contract/resources/deviceTemplateUi.ts";
import { attach } from "#store/attach.ts";

export const deviceTemplateUiCalls = attach(deviceTemplateUi);
