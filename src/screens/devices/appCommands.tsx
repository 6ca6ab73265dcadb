import { Button } from "@blueprintjs/core";
import { useIntl } from "react-intl";
import type { DeviceRow, SlaveNow } from "#contract/resources/device.ts";
import { useConfirm, useToasts } from "#src/kit/feedback/feedback.ts";
import { asRefusal } from "#src/kit/feedback/refusalText.ts";
import { ownName } from "#src/kit/value/readersLanguage.ts";
import { deviceCalls } from "#store/handles/device.ts";

interface AppCommandsProps {
  device: Pick<DeviceRow, "id" | "name">;
  slave: SlaveNow;
}

/** The commands that the app recipe offers its end user, each of which asks first where it says so. */
export function AppCommands({ device, slave }: AppCommandsProps) {
  const intl = useIntl();
  const confirm = useConfirm();
  const toasts = useToasts();
  const [send, { isLoading }] = deviceCalls.cmd.useMutation();
  const press = async ({ name, nameEn, confirm: asks, values }: NonNullable<SlaveNow["commands"]>[number]) => {
    const command = ownName(intl, name, nameEn);
    const detail = intl.formatMessage({ id: "device.app.detail" }, { command, device: device.name, slave: slave.name });
    const [question, action] = [intl.formatMessage({ id: "command.question" }), intl.formatMessage({ id: "command.send" })];
    if (asks && !(await confirm({ kind: "submit", question, action, detail }))) return;
    const { error } = await send({ id: device.id, slave: slave.no, values });
    if (error === undefined) toasts.success("device.app.sent", { command });
    else toasts.refused(asRefusal(error));
  };
  return (
    <fieldset className="gh-device-commands" aria-label={intl.formatMessage({ id: "device.app.commands" })}>
      {(slave.commands ?? []).map((command) => (
        <Button
          key={command.id}
          size="small"
          icon="send-message"
          disabled={isLoading}
          text={ownName(intl, command.name, command.nameEn)}
          onClick={() => void press(command)}
        />
      ))}
    </fieldset>
  );
}
