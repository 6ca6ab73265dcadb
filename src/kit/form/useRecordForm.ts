import { useEffect, useMemo, useRef, useState } from "react";
import { type FieldValues, type UseFormReturn, useForm } from "react-hook-form";
import { useIntl } from "react-intl";
import type { z } from "zod";
import { codes } from "#contract/codes.ts";
import { type ConfirmOptions, useConfirm, useToasts } from "#src/kit/feedback/feedback.ts";
import { asRefusal, refusalText } from "#src/kit/feedback/refusalText.ts";
import { contractResolver } from "./contractResolver.ts";
import type { Draft } from "./draft.ts";
import type { FormScope } from "./formScope.ts";
import { refusedField } from "./refusedField.ts";
import { type Conflict, conflictOf, fieldFaultsOf } from "./saveRefusal.ts";
import { useDraft } from "./useDraft.ts";

/** What a write of the store gives back. */
export interface Outcome {
  data?: unknown;
  error?: unknown;
}

export interface Loaded {
  values: FieldValues;
  version?: number;
}

export interface RecordFormOptions<S extends z.ZodObject> {
  /** Prefix of the message ids of fields, help lines and options. */
  id: string;
  /** The form's name in the key of its draft; `id` when left out. */
  draft?: string;
  schema: S;
  initial: FieldValues;
  /** Version of the record that `initial` shows. */
  version?: number | undefined;
  /** Kept with the draft: the record that is edited. */
  subject?: unknown;
  /** Fill in what the draft holds at once, without asking. */
  restore?: boolean;
  /** Sends what the schema gave, over this version. */
  save(values: z.output<S>, version: number | undefined): Promise<Outcome>;
  /** The record as it is now, for a person who rather takes a newer one. */
  reload?: (() => Promise<Loaded | undefined>) | undefined;
  confirm?: ConfirmOptions | undefined;
  /** Message id that is shown once it is saved; none where that of the answer is nothing. */
  saved: string | ((answer: unknown) => string | undefined);
  onSaved(answer: unknown): void;
  onClose(): void;
}

export interface RecordForm {
  methods: UseFormReturn<FieldValues>;
  scope: FormScope;
  saving: boolean;
  draft: Draft | undefined;
  conflict: Conflict | undefined;
  canReload: boolean;
  submit(): Promise<void>;
  /** Asks first when something was typed. */
  close(): Promise<void>;
  restoreDraft(): void;
  discardDraft(): void;
  overwrite(): Promise<void>;
  takeNewer(): Promise<void>;
  keepEditing(): void;
}

/** One record being filled in: checking, saving, conflict of versions, draft. Nothing typed is lost unless a person says so. */
export const useRecordForm = <S extends z.ZodObject>(options: RecordFormOptions<S>): RecordForm => {
  const { id, draft: draftName = id, schema, initial } = options;
  const intl = useIntl();
  const toasts = useToasts();
  const confirm = useConfirm();
  const scope = useMemo((): FormScope => ({ id, schema, secrets: new Set(), faults: new Map() }), [id, schema]);
  const resolver = useMemo(() => contractResolver(schema, scope.faults), [schema, scope]);
  const methods = useForm<FieldValues>({ defaultValues: initial, resolver, mode: "onTouched" });
  const [saving, setSaving] = useState(false);
  const [conflict, setConflict] = useState<Conflict>();
  const version = useRef(options.version);
  const busy = useRef(false);
  const { draft, restoreDraft, forgetDraft, finish } = useDraft({
    name: draftName,
    methods,
    secrets: scope.secrets,
    version,
    subject: options.subject,
  });

  const { restore = false } = options;
  useEffect(() => {
    if (restore) restoreDraft();
  }, [restore, restoreDraft]);

  const refused = (error: unknown) => {
    const refusal = asRefusal(error);
    if (refusal.code === codes.versionConflict.code) {
      setConflict(conflictOf(refusal));
      return;
    }
    const shown = (field: string): boolean => document.getElementById(`${id}.${field}`) !== null;
    const field = refusedField(refusal.code, (name) => Object.hasOwn(schema.shape, name) && shown(name));
    if (field !== undefined) {
      methods.setError(field, { type: "server", message: refusalText(refusal, intl)?.text ?? "" }, { shouldFocus: true });
      return;
    }
    const faults = refusal.code === codes.badRequest.code ? fieldFaultsOf(refusal) : [];
    for (const [place, fault] of faults.entries()) {
      methods.setError(fault.path, { type: "server", message: fault.message }, { shouldFocus: place === 0 });
    }
    toasts.refused(refusal);
  };

  const send = async (values: FieldValues) => {
    setSaving(true);
    try {
      const { data, error } = await options.save(values as z.output<S>, version.current);
      if (error !== undefined) {
        refused(error);
        return;
      }
      finish();
      const saved = typeof options.saved === "string" ? options.saved : options.saved(data);
      if (saved !== undefined) toasts.success(saved);
      options.onSaved(data);
    } finally {
      setSaving(false);
    }
  };

  const checked = methods.handleSubmit(async (values) => {
    if (options.confirm && !(await confirm(options.confirm))) return;
    await send(values);
  });

  const submit = async () => {
    if (busy.current) return;
    busy.current = true;
    try {
      await checked();
    } finally {
      busy.current = false;
    }
  };

  return {
    methods,
    scope,
    saving,
    draft,
    conflict,
    canReload: options.reload !== undefined,
    submit,
    async close() {
      if (busy.current) return;
      if (methods.formState.isDirty) {
        const question = intl.formatMessage({ id: "form.leave.question" });
        if (!(await confirm({ kind: "danger", question, action: intl.formatMessage({ id: "form.leave.action" }) }))) return;
      }
      finish();
      options.onClose();
    },
    restoreDraft,
    discardDraft: forgetDraft,
    async overwrite() {
      if (!conflict) return;
      version.current = conflict.version;
      setConflict(undefined);
      await methods.handleSubmit(send)();
    },
    async takeNewer() {
      const newer = await options.reload?.();
      setConflict(undefined);
      if (!newer) return;
      version.current = newer.version;
      methods.reset(newer.values);
    },
    keepEditing: () => setConflict(undefined),
  };
};
