import { Button, Callout, Icon, type IconName } from "@blueprintjs/core";
import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { codes } from "#contract/codes.ts";
import { asRefusal, refusalText } from "#src/kit/feedback/refusalText.ts";
import { useServerBack } from "#src/kit/part/serverBack.ts";
import "./screen.css";

interface PageStateProps {
  icon: IconName;
  text: string;
  /** It is all that the page has, and so its heading. */
  whole?: boolean;
  detail?: ReactNode;
  children?: ReactNode;
}

/** What stands where rows would: a sign, a sentence, and the one thing to do. */
export function PageState({ icon, text, whole = false, detail, children }: PageStateProps) {
  const Text = whole ? "h1" : "p";
  return (
    <div className="gh-page-state">
      <Icon icon={icon} size={32} className="gh-page-state-icon" />
      <Text className="gh-page-state-text">{text}</Text>
      {detail && <p className="gh-page-state-detail">{detail}</p>}
      {children}
    </div>
  );
}

export function NoPermission() {
  const intl = useIntl();
  return <PageState whole icon="lock" text={intl.formatMessage({ id: codes.forbidden.message })} />;
}

/** Whether a read failed because nothing came from the server itself: it is made again once the server answers. */
export const isUnanswered = (error: unknown): boolean => error !== undefined && typeof asRefusal(error).code === "string";

/** A read that failed: what happened, its code, and another try, by itself where the server did not answer. An ended session is told of elsewhere. */
export function FailedRead({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const intl = useIntl();
  const refusal = asRefusal(error);
  useServerBack(isUnanswered(error), onRetry);
  if (refusal.code === codes.forbidden.code) return <NoPermission />;
  const told = refusalText(refusal, intl) ?? { text: intl.formatMessage({ id: codes.sessionEnded.message }) };
  const detail =
    typeof refusal.code === "number"
      ? intl.formatMessage({ id: "screen.error.code" }, { code: String(refusal.code) })
      : intl.formatMessage({ id: "part.again" });
  return (
    <div role="alert">
      <PageState icon="error" text={told.text} detail={detail}>
        <Button icon="refresh" text={intl.formatMessage({ id: "screen.error.retry" })} onClick={onRetry} />
      </PageState>
    </div>
  );
}

/** Above rows that stay though they could not be read anew: why, and another try, by itself too. */
export function UnreadRows({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const intl = useIntl();
  useServerBack(true, onRetry);
  const told = refusalText(asRefusal(error), intl);
  return (
    <div role="alert" className="gh-page-unread">
      <Callout compact intent="warning" icon="warning-sign">
        <span>{intl.formatMessage({ id: "screen.error.kept" }, { why: told?.text ?? "" })}</span>
        <Button size="small" variant="minimal" icon="refresh" text={intl.formatMessage({ id: "screen.error.retry" })} onClick={onRetry} />
      </Callout>
    </div>
  );
}
