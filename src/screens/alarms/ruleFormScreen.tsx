import { useState } from "react";
import { useIntl } from "react-intl";
import { useDispatch } from "react-redux";
import type { RuleRow } from "#contract/resources/alarm.ts";
import { FormPage } from "#src/kit/form/formDrawer.tsx";
import type { Loaded } from "#src/kit/form/useRecordForm.ts";
import { FailedRead, NoPermission } from "#src/kit/screen/pageStates.tsx";
import { useViewLocation, useViewNavigate } from "#src/kit/view/viewLocation.ts";
import "#src/kit/screen/screen.css";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { alarmTriggerCalls } from "#store/handles/alarmTrigger.ts";
import type { Dispatch } from "#store/store.ts";
import { askedOnly } from "./conditionFields.ts";
import { RuleFormFields } from "./ruleFormFields.tsx";
import { blankRule, ruleFormSchema, ruleValues } from "./ruleFormSchema.ts";

const list = "/alarms/triggerslist";

function AddForm() {
  const intl = useIntl();
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
      save={async (values) => await post(askedOnly(values))}
      saved="feedback.added"
      onSaved={() => navigate(list)}
      onClose={() => navigate(list)}
    >
      <RuleFormFields />
    </FormPage>
  );
}

function EditForm({ rule }: { rule: RuleRow }) {
  const intl = useIntl();
  const navigate = useViewNavigate();
  const dispatch = useDispatch<Dispatch>();
  const [put] = alarmTriggerCalls.put.useMutation();
  const [opened] = useState(rule);
  const [initial] = useState(() => ruleValues(rule));
  const reload = async (): Promise<Loaded | undefined> => {
    const { data } = await dispatch(alarmTriggerCalls.get.initiate({ id: opened.id }, { subscribe: false, forceRefetch: true }));
    return data && { values: ruleValues(data), version: data.version };
  };
  return (
    <FormPage
      id="alarmRule"
      draft={`alarmRule.edit:${opened.id}`}
      title={intl.formatMessage({ id: "alarmRule.title.edit" }, { name: opened.name })}
      schema={ruleFormSchema}
      initial={initial}
      version={opened.version}
      save={async (values, version) => await put({ ...askedOnly(values), id: opened.id, version: version ?? opened.version })}
      reload={reload}
      saved="feedback.edited"
      onSaved={() => navigate(list)}
      onClose={() => navigate(list)}
    >
      <RuleFormFields />
    </FormPage>
  );
}

function EditPage({ id }: { id: string }) {
  const intl = useIntl();
  const { data, error, isFetching, refetch } = alarmTriggerCalls.get.useQuery({ id }, { refetchOnMountOrArgChange: true });
  const [ready, setReady] = useState(false);
  // What is cached may be an older version; the form opens on what the server has now, and later answers leave it alone.
  if (!ready && data && !isFetching) setReady(true);
  if (ready && data) return <EditForm rule={data} />;
  if (error !== undefined && !isFetching) return <FailedRead error={error} onRetry={() => void refetch()} />;
  return <div role="status" aria-label={intl.formatMessage({ id: "alarmRule.loading" })} />;
}

/** Adds an alarm rule, or edits the one that the address names. */
export function RuleFormScreen() {
  const { search } = useViewLocation();
  const allowed = useAllowed();
  const id = search.get("id") ?? "";
  if (!allowed(id === "" ? alarmTriggerCalls.post.call : alarmTriggerCalls.put.call)) return <NoPermission />;
  return id === "" ? <AddForm key="add" /> : <EditPage key={id} id={id} />;
}
