import type { ButtonHTMLAttributes, ReactNode } from "react";

/** The few controls of the pages before the log-in. They are plain elements, so that these pages load no component library. */
export function GateButton({
  busy = false,
  primary = false,
  disabled = false,
  children,
  ...rest
}: { busy?: boolean; primary?: boolean } & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button
      type="button"
      {...rest}
      className={primary ? "gh-gate-button gh-gate-primary" : "gh-gate-button"}
      disabled={disabled || busy}
      aria-busy={busy}
    >
      <span className={busy ? "gh-gate-hidden" : undefined}>{children}</span>
      {busy && <span className="gh-gate-spinner" aria-hidden />}
    </button>
  );
}

export interface GateNotice {
  intent: "primary" | "success" | "warning" | "danger";
  message: string;
}

export function GateNote({ intent, children }: { intent: GateNotice["intent"]; children: ReactNode }) {
  return (
    <div className="gh-gate-note" role="alert" data-intent={intent}>
      {children}
    </div>
  );
}
