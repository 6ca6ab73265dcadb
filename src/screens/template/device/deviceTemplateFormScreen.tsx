import { useState } from "react";
import { useIntl } from "react-intl";
import { type DeviceTemplateRow, deviceTemplateFields } from "#contract/resources/deviceTemplate.ts";
import { FormPage } from "#src/kit/form/formDrawer.tsx";
import { OpenedRecord } from "#src/kit/form/openedRecord.tsx";
import type { Loaded } from "#src/kit/form/useRecordForm.ts";
import { NoPermission } from "#src/kit/screen/pageStates.tsx";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { useViewLocation, useViewNavigate } from "#src/kit/view/viewLocation.ts";
import { useViewSubject } from "#src/kit/view/viewName.ts";
import { blankSlave, refuseRepeated } from "#src/screens/devices/deviceFormSchema.ts";
import { deviceTemplateCalls } from "#store/handles/deviceTemplate.ts";
import { deviceTemplateEditView, deviceTemplatesView } from "./deviceTemplateAddress.ts";
import { DeviceTemplateFields, fittingRules, useRuleTemplates } from "./deviceTemplateFields.tsx";
import { NoDeviceTemplate } from "./noDeviceTemplate.tsx";
import "#src/kit/screen/screen.css";
import "#src/screens/devices/devices.css";

const schema = deviceTemplateFields.superRefine(({ slaves }, context) => refuseRepeated(slaves, context));

const valuesOf = ({ name, description, slaves, rules }: DeviceTemplateRow) => ({
  ...{ name, description, ruleIds: rules.map(({ id }) => id) },
  slaves: slaves.map(({ no, name: called, recipeId }) => ({ no, name: called, recipeId })),
});

function AddForm() {
  const intl = useIntl();
  const navigate = useViewNavigate();
  const rules = useRuleTemplates();
  const [post] = deviceTemplateCalls.post.useMutation();
  const [initial] = useState(() => ({ name: "", description: "", slaves: [{ ...blankSlave(), no: 1 }], ruleIds: [] }));
  return (
    <FormPage
      id="deviceTemplates"
      draft="deviceTemplates.add"
      title={intl.formatMessage({ id: "deviceTemplates.title.add" })}
      action={intl.formatMessage({ id: "deviceTemplates.action.add" })}
      schema={schema}
      initial={initial}
      save={async (values) => await post({ ...values, ruleIds: fittingRules(values.ruleIds, values.slaves, rules) })}
      saved="feedback.added"
      onSaved={() => navigate(deviceTemplatesView)}
      onClose={() => navigate(deviceTemplatesView)}
    >
      <DeviceTemplateFields />
    </FormPage>
  );
}

interface EditFormProps {
  template: DeviceTemplateRow;
  reload(valuesOf: (row: DeviceTemplateRow) => Loaded["values"]): Promise<Loaded | undefined>;
}

function EditForm({ template, reload }: EditFormProps) {
  const intl = useIntl();
  const navigate = useViewNavigate();
  const rules = useRuleTemplates();
  const [put] = deviceTemplateCalls.put.useMutation();
  const [initial] = useState(() => valuesOf(template));
  const { id, name } = template;
  useViewSubject(name);
  return (
    <FormPage
      id="deviceTemplates"
      draft={`deviceTemplates.edit:${id}`}
      title={intl.formatMessage({ id: "deviceTemplates.title.edit" }, { name })}
      schema={schema}
      initial={initial}
      version={template.version}
      save={async (values, version = template.version) =>
        await put({ ...values, ruleIds: fittingRules(values.ruleIds, values.slaves, rules), id, version })
      }
      reload={() => reload(valuesOf)}
      saved="feedback.edited"
      onSaved={() => navigate(deviceTemplatesView)}
      onClose={() => navigate(deviceTemplatesView)}
    >
      <DeviceTemplateFields />
    </FormPage>
  );
}

/** Adds a device template, or edits the one that the address names. */
export function DeviceTemplateFormScreen() {
  const intl = useIntl();
  const { path, search } = useViewLocation();
  const allowed = useAllowed();
  const editing = path === deviceTemplateEditView;
  const id = search.get("id") ?? "";
  if (!allowed(editing ? deviceTemplateCalls.put.call : deviceTemplateCalls.post.call)) return <NoPermission />;
  if (!editing) return <AddForm />;
  if (id === "") return <NoDeviceTemplate />;
  return (
    <OpenedRecord key={id} id={id} read={deviceTemplateCalls.get} waiting={intl.formatMessage({ id: "deviceTemplates.loading" })}>
      {(template, reload) => <EditForm template={template} reload={reload} />}
    </OpenedRecord>
  );
}
