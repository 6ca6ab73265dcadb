import { deviceTemplate } from "#contract/resources/deviceTemplate.ts";
import { attach } from "#store/attach.ts";

export const deviceTemplateCalls = attach(deviceTemplate);
