import { Button, Callout, Dialog, DialogBody, DialogFooter, HTMLTable } from "@blueprintjs/core";
import { useIntl } from "react-intl";
import type { DeviceTemplateRow } from "#contract/resources/deviceTemplate.ts";
import { useFocusBack } from "#src/kit/form/focusBack.ts";
import { FailedRead } from "#src/kit/screen/pageStates.tsx";
import { useOpens } from "#src/kit/screen/useAllowed.ts";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { appAddress, appView } from "#src/screens/template/templateAddress.ts";
import { deviceDataRecipeAppCalls } from "#store/handles/deviceDataRecipeApp.ts";

interface AppCheckDialogProps {
  template: Pick<DeviceTemplateRow, "id" | "name">;
  onClose(): void;
}

/** Whether end users of a device template's devices are shown what app recipes say, slave by slave. */
export function AppCheckDialog({ template, onClose }: AppCheckDialogProps) {
  const intl = useIntl();
  const opens = useOpens();
  useFocusBack();
  const { currentData, error, refetch } = deviceDataRecipeAppCalls.check_device_template.useQuery(
    { id: template.id },
    { refetchOnMountOrArgChange: true },
  );
  const say = (id: string, values?: Record<string, string>) => intl.formatMessage({ id: `appCheck.${id}` }, values);
  const leads = opens(deviceDataRecipeAppCalls.query.call, appView);
  return (
    <Dialog isOpen title={say("title", { name: template.name })} onClose={onClose}>
      <DialogBody>
        {error !== undefined && currentData === undefined && <FailedRead error={error} onRetry={() => void refetch()} />}
        {currentData && (
          <>
            <Callout compact intent={currentData.complete ? "success" : "warning"}>
              {say(currentData.complete ? "complete" : "incomplete")}
            </Callout>
            <HTMLTable compact striped>
              <thead>
                <tr>
                  <th>{say("slave")}</th>
                  <th>{say("recipe")}</th>
                  <th>{say("state")}</th>
                </tr>
              </thead>
              <tbody>
                {currentData.slaves.map(({ no, name, recipeId, recipeName, state }) => (
                  <tr key={no}>
                    <td>
                      {no} <ForeignText text={name} />
                    </td>
                    <td>
                      {leads ? (
                        <a href={`#${appAddress(recipeId)}`} onClick={onClose}>
                          <ForeignText text={recipeName} />
                        </a>
                      ) : (
                        <ForeignText text={recipeName} />
                      )}
                    </td>
                    <td>{say(`state.${state}`)}</td>
                  </tr>
                ))}
              </tbody>
            </HTMLTable>
          </>
        )}
      </DialogBody>
      <DialogFooter actions={<Button text={intl.formatMessage({ id: "form.close" })} onClick={onClose} />} />
    </Dialog>
  );
}
