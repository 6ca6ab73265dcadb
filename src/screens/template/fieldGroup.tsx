import type { ReactNode } from "react";
import "./template.css";

interface FieldGroupProps {
  title: string;
  children: ReactNode;
}

/** Fields that belong together, side by side as far as there is room. */
export function FieldGroup({ title, children }: FieldGroupProps) {
  return (
    <fieldset className="gh-field-group">
      <legend>{title}</legend>
      <div className="gh-field-grid">{children}</div>
    </fieldset>
  );
}

/** A part of a group that takes its whole width. */
export const WholeWidth = ({ children }: { children: ReactNode }) => <div className="gh-field-whole">{children}</div>;
