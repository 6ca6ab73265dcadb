import { Button, Icon, type IconName } from "@blueprintjs/core";
import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { codes } from "#contract/codes.ts";
import { asRefusal, refusalText } from "#src/kit/feedback/refusalText.ts";
import "./screen.css";

interface PageStateProps {
  icon: IconName;
  text: string;
  detail?: ReactNode;
  children?: ReactNode;
}

/** What stands where rows would: a sign, a sentence, and the one thing to do. */
export function PageState({ icon, text, detail, children }: PageStateProps) {
  return (
    <div className="gh-page-state">
      <Icon icon={icon} size={32} className="gh-page-state-icon" />
      <p className="gh-page-state-text">{text}</p>
      {detail && <p className="gh-page-state-detail">{detail}</p>}
      {children}
    </div>
  );
}

export function NoPermission() {
  const intl = useIntl();
  return <PageState icon="lock" text={intl.formatMessage({ id: codes.forbidden.message })} />;
}

/** A read that failed: what happened, its code, and another try. An ended session is told of elsewhere. */
export function FailedRead({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const intl = useIntl();
  const refusal = asRefusal(error);
  if (refusal.code === codes.forbidden.code) return <NoPermission />;
  const told = refusalText(refusal, intl) ?? { text: intl.formatMessage({ id: codes.sessionEnded.message }) };
  const detail =
    typeof refusal.code === "number" ? intl.formatMessage({ id: "screen.error.code" }, { code: String(refusal.code) }) : undefined;
  return (
    <div role="alert">
      <PageState icon="error" text={told.text} detail={detail}>
        <Button icon="refresh" text={intl.formatMessage({ id: "screen.error.retry" })} onClick={onRetry} />
      </PageState>
    </div>
  );
}
