import { type ChangeEvent, type FocusEvent, type FormEvent, useCallback, useRef, useState } from "react";
import type { z } from "zod";

type Values = Record<string, string | boolean>;

export interface GateInput {
  name: string;
  value: string;
  ref(element: HTMLInputElement | null): void;
  onChange(event: ChangeEvent<HTMLInputElement>): void;
  onBlur(event: FocusEvent<HTMLInputElement>): void;
}

const faultsOf = (schema: z.ZodType, values: Values): Record<string, string> => {
  const parsed = schema.safeParse(values);
  const faults: Record<string, string> = {};
  for (const issue of parsed.error?.issues ?? []) faults[issue.path.map(String).join(".")] ??= issue.message;
  return faults;
};

/**
 * The state of a page before the log-in: values, and per field the message id of what is wrong, judged by the contract's schema on blur and
 * on submit. Small on purpose: these pages are the first that a browser loads.
 */
export const useGateForm = <F extends Values>(schema: z.ZodType, initial: F) => {
  const [values, setValues] = useState<F>(initial);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const latest = useRef(values);
  const typed = useRef(new Set<string>());
  const elements = useRef(new Map<string, HTMLInputElement>());

  const change = useCallback((changed: Partial<F>) => {
    latest.current = { ...latest.current, ...changed };
    setValues(latest.current);
  }, []);
  /** Judges these fields and shows what is wrong with them; focuses the first that is. */
  const check = useCallback(
    (names: readonly string[], focus: boolean): boolean => {
      const all = faultsOf(schema, latest.current);
      setFaults((before) => {
        const next = { ...before };
        for (const name of names) {
          const fault = all[name];
          if (fault === undefined) delete next[name];
          else next[name] = fault;
        }
        return next;
      });
      const faulty = names.find((name) => all[name] !== undefined);
      if (focus && faulty !== undefined) elements.current.get(faulty)?.focus();
      return faulty === undefined;
    },
    [schema],
  );
  const input = (name: keyof F & string): GateInput => ({
    name,
    value: String(values[name]),
    ref(element) {
      if (element) elements.current.set(name, element);
      else elements.current.delete(name);
    },
    onChange(event) {
      typed.current.add(name);
      change({ [name]: event.target.value } as Partial<F>);
      if (faults[name] !== undefined) check([name], false);
    },
    onBlur({ currentTarget: { form }, relatedTarget }) {
      const goesOn = relatedTarget === null ? document.hasFocus() : form?.contains(relatedTarget);
      // Who types nothing and leaves the form, for the language or another window, has missed nothing yet.
      if (typed.current.has(name) || goesOn) check([name], false);
    },
  });
  const current = useCallback((): F => latest.current, []);
  const focus = useCallback((name: string): void => elements.current.get(name)?.focus(), []);
  const checkAndFocus = useCallback((...names: string[]): boolean => check(names, true), [check]);
  return {
    values,
    input,
    fault: (name: keyof F & string) => faults[name],
    change,
    check: checkAndFocus,
    current,
    focus,
    submit: (done: (values: F) => void) => (event: FormEvent) => {
      event.preventDefault();
      if (check(Object.keys(initial), true)) done(latest.current);
    },
  };
};
