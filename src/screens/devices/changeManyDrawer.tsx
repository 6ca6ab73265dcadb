import { skipToken } from "@reduxjs/toolkit/query/react";
import { type ComponentType, useEffect, useRef } from "react";
import type { FieldValues } from "react-hook-form";
import { useFormContext, useWatch } from "react-hook-form";
import { useIntl } from "react-intl";
import { useDispatch } from "react-redux";
import { z } from "zod";
import { limits } from "#contract/limits.ts";
import type { ChangeAction } from "#contract/resources/deviceChange.ts";
import type { PointRow } from "#contract/resources/deviceDataRecipe.ts";
import type { ConfirmOptions } from "#src/kit/feedback/feedback.ts";
import { SelectField } from "#src/kit/form/fields.tsx";
import { FinderField } from "#src/kit/form/finderField.tsx";
import { FormDrawer } from "#src/kit/form/formDrawer.tsx";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { pointName } from "#src/kit/value/pointText.ts";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import { companySource } from "#src/screens/company/companySource.ts";
import { ValueField } from "#src/screens/orders/orderFields.tsx";
import { TimingField } from "#src/screens/orders/sendTiming.tsx";
import { atOnce, timingField, timingRequest } from "#src/screens/orders/timing.ts";
import { deviceCompanyGroupCalls } from "#store/handles/deviceCompanyGroup.ts";
import { deviceDataRecipeCalls } from "#store/handles/deviceDataRecipe.ts";
import { deviceGroupMemberCalls } from "#store/handles/deviceGroupMember.ts";
import type { Dispatch } from "#store/store.ts";
import { type AskedKind, type Chosen, changeDevices, chosenCount } from "./changeMany.ts";
import { useRecipeOptions } from "./deviceOptions.ts";
import { useTypeOptions } from "./deviceTypeOptions.ts";
import { companyGroups, ownGroups } from "./groupSource.ts";
import { renewalOf } from "./renewal.ts";
import { RenewFields, renewFields } from "./renewFields.tsx";

const needed = z.string().min(1, "rule.required");

const groups = z
  .object({ groupId: z.string(), companyGroupId: z.string() })
  .refine(({ groupId, companyGroupId }) => (groupId === "") !== (companyGroupId === ""), {
    error: "rule.change.oneGroup",
    path: ["groupId"],
  });

function GroupFields({ leaving }: { leaving: boolean }) {
  const allowed = useAllowed();
  const { add, remove } = deviceGroupMemberCalls;
  const { add_to_group, remove_from_group } = deviceCompanyGroupCalls;
  return (
    <>
      {allowed((leaving ? remove : add).call) && <FinderField name="groupId" source={ownGroups} />}
      {allowed((leaving ? remove_from_group : add_to_group).call) && <FinderField name="companyGroupId" source={companyGroups} />}
    </>
  );
}
const JoinFields = () => <GroupFields leaving={false} />;
const LeaveFields = () => <GroupFields leaving />;

function TemplateFields() {
  const intl = useIntl();
  const recipes = useRecipeOptions();
  return (
    <>
      <SelectField name="from" options={[{ value: "", label: intl.formatMessage({ id: "change.anyTemplate" }) }, ...recipes]} />
      <SelectField name="recipeId" options={recipes} help={intl.formatMessage({ id: "change.help.template" })} />
    </>
  );
}

function TypeFields() {
  const intl = useIntl();
  return <SelectField name="typeId" options={useTypeOptions()} help={intl.formatMessage({ id: "devices.retype.help" })} />;
}

function NoticeFields() {
  const intl = useIntl();
  const options = ["on", "off"].map((value) => ({ value, label: intl.formatMessage({ id: `devices.${value}` }) }));
  return <SelectField name="on" options={options} help={intl.formatMessage({ id: "change.help.alarmNotice" })} />;
}

function TransferFields() {
  const intl = useIntl();
  return <FinderField name="companyId" source={companySource} help={intl.formatMessage({ id: "change.help.transfer" })} />;
}

const noPoints: readonly PointRow[] = [];

function CommandFields() {
  const intl = useIntl();
  const recipes = useRecipeOptions();
  const recipeId = String(useWatch({ name: "recipeId" }) ?? "");
  const pointId: unknown = useWatch({ name: "pointId" });
  const { setValue } = useFormContext();
  const before = useRef({ recipeId, pointId });
  useEffect(() => {
    // A value of one point means nothing to another.
    if (before.current.recipeId !== recipeId) setValue("pointId", "");
    if (before.current.recipeId !== recipeId || before.current.pointId !== pointId) setValue("value", undefined);
    before.current = { recipeId, pointId };
  }, [recipeId, pointId, setValue]);
  const { currentData } = deviceDataRecipeCalls.list_body.useQuery(
    recipeId === "" ? skipToken : { recipeId, pageSize: limits.point.perTemplate },
  );
  const points = (currentData?.list ?? noPoints).filter(({ writable }) => writable);
  const language = languageOf(intl);
  return (
    <>
      <SelectField name="recipeId" options={recipes} />
      <SelectField
        name="pointId"
        options={points.map((point) => ({ value: point.id, label: `${pointName(point, language)} (${point.address})` }))}
        help={intl.formatMessage({ id: "change.help.command" })}
      />
      <ValueField name="value" point={points.find(({ id }) => id === pointId)} />
      <TimingField name="timing" />
    </>
  );
}

const value = z.union([z.number(), z.string().min(1, "rule.required").max(200, "rule.tooLong"), z.boolean()], "rule.required");

interface Form {
  readonly schema: z.ZodObject;
  readonly initial: FieldValues;
  readonly Fields: ComponentType;
  /** Of what the schema gave. */
  actionOf(values: never): ChangeAction;
  /** Asked before, since it cannot be undone. */
  readonly asks?: true;
}

// What `actionOf` takes is what its own schema gives, which a list of forms of different schemas cannot say.
const form = <S extends z.ZodObject>(
  parts: Omit<Form, "schema" | "actionOf"> & { schema: S; actionOf(values: z.output<S>): ChangeAction },
): Form => parts as unknown as Form;

const forms: Readonly<Record<AskedKind, Form>> = {
  join: form({
    ...{ schema: groups, initial: { groupId: "", companyGroupId: "" }, Fields: JoinFields },
    actionOf: ({ groupId, companyGroupId }) => (groupId ? { kind: "join", id: groupId } : { kind: "joinCompany", id: companyGroupId }),
  }),
  leave: form({
    ...{ schema: groups, initial: { groupId: "", companyGroupId: "" }, Fields: LeaveFields },
    actionOf: ({ groupId, companyGroupId }) => (groupId ? { kind: "leave", id: groupId } : { kind: "leaveCompany", id: companyGroupId }),
  }),
  template: form({
    ...{ schema: z.object({ from: z.string(), recipeId: needed }), initial: { from: "", recipeId: "" }, Fields: TemplateFields },
    actionOf: (values) => ({ kind: "template", ...values }),
  }),
  type: form({
    ...{ schema: z.object({ typeId: needed }), initial: { typeId: "" }, Fields: TypeFields },
    actionOf: (values) => ({ kind: "type", ...values }),
  }),
  alarmNotice: form({
    ...{ schema: z.object({ on: needed }), initial: { on: "" }, Fields: NoticeFields },
    actionOf: ({ on }) => ({ kind: "alarmNotice", on: on === "on" }),
  }),
  renew: form({
    ...{ schema: renewFields, initial: { period: "12", to: "" }, Fields: RenewFields },
    actionOf: (values) => ({ kind: "renew", ...renewalOf(values) }),
  }),
  transfer: form({
    ...{ schema: z.object({ companyId: needed }), initial: { companyId: "" }, Fields: TransferFields, asks: true as const },
    actionOf: ({ companyId }) => ({ kind: "transfer", companyId, erase: [] }),
  }),
  command: form({
    schema: z.object({ recipeId: needed, pointId: needed, value, timing: timingField }),
    ...{ initial: { recipeId: "", pointId: "", value: undefined, timing: atOnce }, Fields: CommandFields, asks: true as const },
    actionOf: ({ pointId, value: written, timing }) => ({ kind: "command", pointId, value: written, ...timingRequest(timing) }),
  }),
};

interface ChangeManyProps {
  kind: AskedKind;
  chosen: Chosen;
  /** There may be other devices than were counted. */
  onRefused(): void;
  onBegun(): void;
  onClose(): void;
}

/** Changes many devices behind the answer: names how many, and begins the job. */
export function ChangeManyDrawer({ kind, chosen, onRefused, onBegun, onClose }: ChangeManyProps) {
  const intl = useIntl();
  const dispatch = useDispatch<Dispatch>();
  const count = chosenCount(chosen);
  const { schema, initial, Fields, actionOf, asks } = forms[kind];
  const action = intl.formatMessage({ id: `change.action.${kind}` });
  const question = intl.formatMessage({ id: `change.title.${kind}` }, { count });
  const confirm: ConfirmOptions | undefined = asks && {
    ...{ kind: "danger", question, action, detail: intl.formatMessage({ id: "change.forGood" }) },
  };
  return (
    <FormDrawer
      id="change"
      draft={`change.${kind}`}
      title={question}
      action={action}
      schema={schema}
      initial={initial}
      confirm={confirm}
      saved="devices.changeBegun"
      save={async (values) => {
        const outcome = await changeDevices.send(dispatch, { chosen, action: actionOf(values as never) });
        if (outcome.error !== undefined) onRefused();
        return outcome;
      }}
      onSaved={onBegun}
      onClose={onClose}
    >
      <Fields />
    </FormDrawer>
  );
}
