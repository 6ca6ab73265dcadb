import { createContext, useContext } from "react";
import { type FieldError, get, useFormContext, useFormState } from "react-hook-form";
import { type IntlShape, useIntl } from "react-intl";
import type { z } from "zod";
import { isRequired } from "./schemaField.ts";

export interface FormScope {
  /** Prefix of the message ids: `<id>.field.<name>`, `<id>.help.<name>`, `<id>.option.<name>.<value>`. */
  id: string;
  schema: z.ZodType;
  /** Paths that are never kept in a draft. */
  secrets: Set<string>;
  /** What fields tell of themselves, by path: nothing is saved while there is any. */
  faults: Map<string, string>;
}

export const FormScopeContext = createContext<FormScope | undefined>(undefined);

export const useFormScope = (): FormScope => {
  const scope = useContext(FormScopeContext);
  if (!scope) throw new Error("a field outside a form");
  return scope;
};

/** `slaves.0.name` and `slaves.1.name` share their texts. */
export const textName = (name: string): string => name.replace(/\.\d+(?=\.|$)/g, "");

/** Messages are ids of the contract or, from the server, texts already. */
export const errorText = (error: FieldError, intl: IntlShape): string => {
  const id = error.message ?? "rule.invalid";
  return intl.messages[id] === undefined ? id : intl.formatMessage({ id }, error.types as Record<string, string> | undefined);
};

export interface FieldState {
  id: string;
  label: string;
  required: boolean;
  error: string | undefined;
}

/**
 * Label, mark and error of one field of the form around it. What has to be filled in follows from the field's schema; `required` is for what
 * the schema asks only in view of other fields.
 */
export const useField = (name: string, label?: string, required = false): FieldState => {
  const intl = useIntl();
  const scope = useFormScope();
  const { control } = useFormContext();
  const { errors } = useFormState({ control, name });
  const error: FieldError | undefined = get(errors, name);
  // A list's own fault stands beside those of its rows, as soon as it has had any.
  const own = error && (Array.isArray(error) || "root" in error) ? (error as { root?: FieldError }).root : error;
  return {
    id: `${scope.id}.${name}`,
    label: label ?? intl.formatMessage({ id: `${scope.id}.field.${textName(name)}` }),
    required: required || isRequired(scope.schema, name),
    error: own && (own.message || own.type) ? errorText(own, intl) : undefined,
  };
};
