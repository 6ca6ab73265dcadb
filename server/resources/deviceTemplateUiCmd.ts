import { deviceTemplateUiCmd } from "#contract/resources/deviceTemplateUiCmd.ts";
import { panelCommands } from "#server/catalog/panelCommands.ts";
import { checkPanelCommands } from "#server/devices/panelCheck.ts";
import { implement } from "#server/kit/implement.ts";

export const deviceTemplateUiCmdAnswers = implement(deviceTemplateUiCmd, {
  ...panelCommands.answers,
  check: async (request, context) => ({ commands: await checkPanelCommands(request, context) }),
});
