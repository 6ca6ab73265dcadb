import { useState } from "react";
import { useIntl } from "react-intl";
import type { RuleRow } from "#contract/resources/alarm.ts";
import { FormPage } from "#src/kit/form/formDrawer.tsx";
import { OpenedRecord } from "#src/kit/form/openedRecord.tsx";
import type { Loaded } from "#src/kit/form/useRecordForm.ts";
import { NoPermission } from "#src/kit/screen/pageStates.tsx";
import { useViewLocation, useViewNavigate } from "#src/kit/view/viewLocation.ts";
import "#src/kit/screen/screen.css";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { alarmTriggerCalls } from "#store/handles/alarmTrigger.ts";
import { ownAskedOnly } from "./conditionFields.ts";
import { RuleFormFields } from "./ruleFormFields.tsx";
import { blankRule, ruleFormSchema, ruleValues } from "./ruleFormSchema.ts";
import { RuleTryPanel } from "./ruleTryPanel.tsx";

const list = "/alarms/triggerslist";

/** Asks again before a rule is saved that would have been raised too often. */
const useManyAsked = () => {
  const intl = useIntl();
  const [many, setMany] = useState<number>();
  const question = many === undefined ? undefined : intl.formatMessage({ id: "alarmTry.many" }, { count: many });
  const confirm =
    question === undefined ? undefined : ({ kind: "danger", question, action: intl.formatMessage({ id: "alarmTry.saveAnyway" }) } as const);
  return [confirm, setMany] as const;
};

function AddForm() {
  const intl = useIntl();
  const [confirm, setMany] = useManyAsked();
  const navigate = useViewNavigate();
  const [post] = alarmTriggerCalls.post.useMutation();
  const [initial] = useState(blankRule);
  return (
    <FormPage
      id="alarmRule"
      draft="alarmRule.add"
      title={intl.formatMessage({ id: "alarmRule.title.add" })}
      action={intl.formatMessage({ id: "alarmRules.action.add" })}
      schema={ruleFormSchema}
      initial={initial}
      save={async (values) => await post(ownAskedOnly(values))}
      saved="feedback.added"
      onSaved={() => navigate(list)}
      onClose={() => navigate(list)}
      confirm={confirm}
    >
      <RuleFormFields>
        <RuleTryPanel onMany={setMany} />
      </RuleFormFields>
    </FormPage>
  );
}

interface EditFormProps {
  rule: RuleRow;
  reload(valuesOf: (row: RuleRow) => Loaded["values"]): Promise<Loaded | undefined>;
}

function EditForm({ rule, reload }: EditFormProps) {
  const intl = useIntl();
  const [confirm, setMany] = useManyAsked();
  const navigate = useViewNavigate();
  const [put] = alarmTriggerCalls.put.useMutation();
  const [initial] = useState(() => ruleValues(rule));
  return (
    <FormPage
      id="alarmRule"
      draft={`alarmRule.edit:${rule.id}`}
      title={intl.formatMessage({ id: "alarmRule.title.edit" }, { name: rule.name })}
      schema={ruleFormSchema}
      initial={initial}
      version={rule.version}
      save={async (values, version = rule.version) => await put({ ...ownAskedOnly(values), id: rule.id, version })}
      reload={() => reload(ruleValues)}
      saved="feedback.edited"
      onSaved={() => navigate(list)}
      onClose={() => navigate(list)}
      confirm={confirm}
    >
      <RuleFormFields held={rule}>
        <RuleTryPanel onMany={setMany} />
      </RuleFormFields>
    </FormPage>
  );
}

/** Adds an alarm rule, or edits the one that the address names. */
export function RuleFormScreen() {
  const intl = useIntl();
  const { search } = useViewLocation();
  const allowed = useAllowed();
  const id = search.get("id") ?? "";
  if (!allowed(id === "" ? alarmTriggerCalls.post.call : alarmTriggerCalls.put.call)) return <NoPermission />;
  if (id === "") return <AddForm />;
  return (
    <OpenedRecord key={id} id={id} read={alarmTriggerCalls.get} waiting={intl.formatMessage({ id: "alarmRule.loading" })}>
      {(rule, reload) => <EditForm rule={rule} reload={reload} />}
    </OpenedRecord>
  );
}
