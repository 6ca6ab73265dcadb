import type { ReactNode } from "react";

/** A table that may be wider or longer than its place, and scrolls there. */
export function WideTable({ title, children }: { title: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by the keyboard, and holds nothing that could have the focus.
    <section className="gh-connect-table" tabIndex={0} aria-label={title}>
      <table>{children}</table>
    </section>
  );
}
