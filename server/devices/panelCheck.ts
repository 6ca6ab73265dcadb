import { limits } from "#contract/limits.ts";
import type { Language } from "#contract/messages.ts";
import type { CheckedCommand, PanelCommandRow } from "#contract/resources/deviceTemplateUiCmd.ts";
import { devicePanels } from "#server/catalog/devicePanels.ts";
import { panelCommands } from "#server/catalog/panelCommands.ts";
import type { HandlerContext } from "#server/kit/implement.ts";
import { Problem } from "#server/kit/problem.ts";
import type { RegisteredDevice } from "#server/wire/registered.ts";
import { deviceInScope } from "./deviceRows.ts";
import { encodedCommand } from "./encodedCommand.ts";

/** What each command of a panel would send to the device, as far as the caller sees them; what it would be refused for is told instead. */
export const checkPanelCommands = async (
  { uiId, deviceId }: { uiId: string; deviceId: string },
  context: HandlerContext,
): Promise<CheckedCommand[]> => {
  const { services, caller, language } = context;
  await devicePanels.toSee(services.db, caller, uiId);
  await deviceInScope(services.db, caller, deviceId);
  const { list } = await panelCommands.answers.query({ uiId, pageNo: 1, pageSize: limits.panel.commands }, context);
  const device = await services.registry.byId(deviceId);
  const checked: CheckedCommand[] = [];
  for (const command of list) checked.push(await checkedCommand(command, device, context, language));
  return checked;
};

const checkedCommand = async (
  { id, name, slave, values }: PanelCommandRow,
  device: RegisteredDevice | undefined,
  { services, caller }: HandlerContext,
  language: Language,
): Promise<CheckedCommand> => {
  const told = { id, name, slave, values };
  try {
    if (!device) throw new Problem("notFound");
    const asked = Object.fromEntries(values.map(({ pointId, value }) => [pointId, value]));
    const { points, values: raw } = await encodedCommand(services.db, caller, device, slave, asked);
    return { ...told, ...services.commands.preview(device, { slave, points, values: raw }), code: 0, reason: "" };
  } catch (fault) {
    if (!(fault instanceof Problem)) throw fault;
    const { code, message } = fault.envelope(language);
    return { ...told, place: "", message: "", code, reason: message };
  }
};
