import { useState } from "react";
import { useIntl } from "react-intl";
import type { RuleTemplateRow } from "#contract/resources/alarmTriggerTemplate.ts";
import { FormPage } from "#src/kit/form/formDrawer.tsx";
import { OpenedRecord } from "#src/kit/form/openedRecord.tsx";
import type { Loaded } from "#src/kit/form/useRecordForm.ts";
import { NoPermission } from "#src/kit/screen/pageStates.tsx";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { useViewLocation, useViewNavigate } from "#src/kit/view/viewLocation.ts";
import { useViewSubject } from "#src/kit/view/viewName.ts";
import { alarmTriggerTemplateCalls } from "#store/handles/alarmTriggerTemplate.ts";
import { askedOnly } from "./conditionFields.ts";
import { RuleFormFields } from "./ruleFormFields.tsx";
import { blankRule, ruleTemplateSchema, watchedValues } from "./ruleFormSchema.ts";
import { ruleTemplatesView } from "./ruleTemplateAddress.ts";
import "#src/kit/screen/screen.css";

function AddForm() {
  const intl = useIntl();
  const navigate = useViewNavigate();
  const [post] = alarmTriggerTemplateCalls.post.useMutation();
  const [initial] = useState(blankRule);
  return (
    <FormPage
      id="alarmRule"
      draft="alarmRule.template.add"
      title={intl.formatMessage({ id: "ruleTemplates.title.add" })}
      action={intl.formatMessage({ id: "ruleTemplates.action.add" })}
      schema={ruleTemplateSchema}
      initial={initial}
      save={async (values) => await post(askedOnly(values))}
      saved="feedback.added"
      onSaved={() => navigate(ruleTemplatesView)}
      onClose={() => navigate(ruleTemplatesView)}
    >
      <RuleFormFields ofTemplate />
    </FormPage>
  );
}

interface EditFormProps {
  rule: RuleTemplateRow;
  reload(valuesOf: (row: RuleTemplateRow) => Loaded["values"]): Promise<Loaded | undefined>;
}

function EditForm({ rule, reload }: EditFormProps) {
  const intl = useIntl();
  const navigate = useViewNavigate();
  const [put] = alarmTriggerTemplateCalls.put.useMutation();
  const [initial] = useState(() => watchedValues(rule));
  const { id, name } = rule;
  useViewSubject(name);
  return (
    <FormPage
      id="alarmRule"
      draft={`alarmRule.template:${id}`}
      title={intl.formatMessage({ id: "ruleTemplates.title.edit" }, { name })}
      schema={ruleTemplateSchema}
      initial={initial}
      version={rule.version}
      save={async (values, version = rule.version) => await put({ ...askedOnly(values), id, version })}
      reload={() => reload(watchedValues)}
      saved="feedback.edited"
      onSaved={() => navigate(ruleTemplatesView)}
      onClose={() => navigate(ruleTemplatesView)}
    >
      <RuleFormFields ofTemplate held={rule} />
    </FormPage>
  );
}

/** Adds an alarm rule template, or edits the one that the address names. */
export function RuleTemplateFormScreen() {
  const intl = useIntl();
  const { search } = useViewLocation();
  const allowed = useAllowed();
  const id = search.get("id") ?? "";
  if (!allowed(id === "" ? alarmTriggerTemplateCalls.post.call : alarmTriggerTemplateCalls.put.call)) return <NoPermission />;
  if (id === "") return <AddForm />;
  return (
    <OpenedRecord key={id} id={id} read={alarmTriggerTemplateCalls.get} waiting={intl.formatMessage({ id: "alarmRule.loading" })}>
      {(rule, reload) => <EditForm rule={rule} reload={reload} />}
    </OpenedRecord>
  );
}
