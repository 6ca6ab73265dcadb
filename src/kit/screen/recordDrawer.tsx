import { useMemo } from "react";
import { type IntlShape, useIntl } from "react-intl";
import { useDispatch } from "react-redux";
import type { z } from "zod";
import { FieldList } from "#src/kit/form/fieldList.tsx";
import { FormDrawer } from "#src/kit/form/formDrawer.tsx";
import type { Loaded } from "#src/kit/form/useRecordForm.ts";
import type { Dispatch } from "#store/store.ts";
import { draftName, type Editing, loadedFrom } from "./recordEditing.ts";
import type { FormSpec } from "./screenDefinition.ts";

interface RecordDrawerProps<Row, S extends z.ZodObject> {
  /** Prefix of the messages. */
  id: string;
  form: FormSpec<Row, S>;
  editing: Editing<Row>;
  rowKey(row: Row): string;
  rowName(row: Row, intl: IntlShape): string;
  /** The record as it is now. */
  reload?(row: Row): Promise<Loaded | undefined>;
  onClose(): void;
  onSaved?(answer: unknown): void;
}

/** The drawer in which a record is added or edited. */
export function RecordDrawer<Row, S extends z.ZodObject>(props: RecordDrawerProps<Row, S>) {
  const { id, form, editing, rowKey, rowName, reload, onClose } = props;
  const intl = useIntl();
  const dispatch = useDispatch<Dispatch>();
  const row = editing.kind === "edit" ? editing.row : undefined;
  const given = editing.kind === "edit" ? editing.loaded : undefined;
  const start = useMemo((): Loaded => given ?? (row === undefined ? { values: form.blank() } : loadedFrom(form, row)), [given, row, form]);
  const action = intl.formatMessage({ id: `${id}.action.${editing.kind}` });
  const save = async (values: unknown, version: number | undefined) => {
    const outcome =
      editing.kind === "add"
        ? form.add?.send(dispatch, values as never)
        : form.edit?.send(dispatch, { values: values as z.output<S>, row: editing.row, version });
    if (!outcome) throw new Error(`${id} has no call to ${editing.kind}`);
    return await outcome;
  };
  const plain = editing.kind === "add" ? "feedback.added" : "feedback.edited";
  const { schema, fields, Fields } = row === undefined && form.adding ? form.adding : form;
  return (
    <FormDrawer
      id={id}
      draft={draftName(id, row === undefined ? undefined : rowKey(row))}
      title={row === undefined ? action : `${action} · ${rowName(row, intl)}`}
      action={form.confirm ? intl.formatMessage({ id: "feedback.action.submit" }) : intl.formatMessage({ id: "form.save" })}
      schema={schema}
      initial={start.values}
      version={start.version}
      subject={row}
      restore={editing.restore ?? false}
      wide={form.wide ?? false}
      confirm={form.confirm ? { kind: "submit" } : undefined}
      saved={form.confirm ? "feedback.submitted" : plain}
      save={save}
      reload={row !== undefined && reload ? () => reload(row) : undefined}
      onSaved={(answer) => {
        props.onSaved?.(answer);
        onClose();
      }}
      onClose={onClose}
    >
      {fields && <FieldList fields={fields} />}
      {Fields && <Fields />}
    </FormDrawer>
  );
}
