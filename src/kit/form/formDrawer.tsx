import { type ReactNode, useId } from "react";
import { useIntl } from "react-intl";
import type { z } from "zod";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { useViewTitle } from "#src/kit/view/viewName.ts";
import { FormBody } from "./formBody.tsx";
import { SideDrawer } from "./sideDrawer.tsx";
import { type RecordFormOptions, useRecordForm } from "./useRecordForm.ts";

export interface FormViewProps<S extends z.ZodObject> extends RecordFormOptions<S> {
  /** Translated. */
  title: string;
  /** Translated word on the button that saves; "Save" when left out. */
  action?: string;
  children: ReactNode;
}

export interface FormDrawerProps<S extends z.ZodObject> extends FormViewProps<S> {
  /** 480 px, or 720 for rows and pairs of fields. */
  wide?: boolean;
}

const firstControl = `form :is(input, select, textarea, [role="treeitem"][tabindex="0"]):not([disabled])`;

/** A form in a drawer from the right, open as long as it is drawn. Esc closes it and asks only if something was typed. */
export function FormDrawer<S extends z.ZodObject>({ title, action, wide = false, children, ...options }: FormDrawerProps<S>) {
  const intl = useIntl();
  const form = useRecordForm(options);
  return (
    <SideDrawer
      title={title}
      size={wide ? 720 : 480}
      outsideCloses={false}
      saves
      onOpening={(content) => content.querySelector<HTMLElement>(firstControl)?.focus()}
      onClose={() => void form.close()}
    >
      <FormBody form={form} action={action ?? intl.formatMessage({ id: "form.save" })} className="gh-form">
        {children}
      </FormBody>
    </SideDrawer>
  );
}

/** A form that fills its view, for more than a dozen fields in groups; the view's tab has its title unless `naming` is off. */
export function FormPage<S extends z.ZodObject>({
  title,
  action,
  saves = true,
  naming = true,
  children,
  ...options
}: FormViewProps<S> & { saves?: boolean; naming?: boolean }) {
  const intl = useIntl();
  const titleId = useId();
  const form = useRecordForm(options);
  useViewTitle(naming ? title : undefined);
  return (
    <section className="gh-form-frame gh-form-page" aria-labelledby={titleId}>
      <div className="gh-form-head">
        <h1 id={titleId}>
          <ForeignText text={title} />
        </h1>
      </div>
      <FormBody form={form} action={action ?? intl.formatMessage({ id: "form.save" })} className="gh-form" saves={saves}>
        {children}
      </FormBody>
    </section>
  );
}
