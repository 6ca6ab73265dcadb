import { deviceTemplateUiCmd } from "#contract/resources/deviceTemplateUiCmd.ts";
import { attach } from "#store/attach.ts";

export const deviceTemplateUiCmdCalls = attach(deviceTemplateUiCmd);
