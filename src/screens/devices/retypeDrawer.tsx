import { useIntl } from "react-intl";
import { useDispatch } from "react-redux";
import type { z } from "zod";
import { device } from "#contract/resources/device.ts";
import { SelectField } from "#src/kit/form/fields.tsx";
import { FormDrawer } from "#src/kit/form/formDrawer.tsx";
import { writes } from "#src/kit/screen/rowsSource.ts";
import { deviceCalls } from "#store/handles/device.ts";
import type { Dispatch } from "#store/store.ts";
import { useTypeOptions } from "./deviceTypeOptions.ts";

const fields = device.calls.update_device_type.request.omit({ ids: true });
const retype = writes(deviceCalls.update_device_type, (values: z.output<typeof fields> & { ids: string[] }) => values);

/** Gives devices another type. */
export function RetypeDrawer({ ids, onClose }: { ids: readonly string[]; onClose(): void }) {
  const intl = useIntl();
  const dispatch = useDispatch<Dispatch>();
  const types = useTypeOptions();
  const action = intl.formatMessage({ id: "devices.retype.action" });
  return (
    <FormDrawer
      id="device"
      draft="devices.retype"
      title={intl.formatMessage({ id: "devices.retype.title" }, { count: ids.length })}
      action={action}
      schema={fields}
      initial={{ typeId: "" }}
      saved="devices.retype.done"
      save={(values) => retype.send(dispatch, { ...values, ids: [...ids] })}
      onSaved={onClose}
      onClose={onClose}
    >
      <SelectField name="typeId" options={types} />
      <p className="gh-field-help">{intl.formatMessage({ id: "devices.retype.help" })}</p>
    </FormDrawer>
  );
}
