import { Button } from "@blueprintjs/core";
import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import "./screen.css";

interface CursorPagerProps {
  /** Of the pages gone through, the shown one's last; none of the first page. */
  cursors: readonly string[];
  /** Of the page that follows; undefined at the end. */
  next: string | undefined;
  onTurn(cursors: readonly string[]): void;
  /** What the page holds, in words. */
  children: ReactNode;
}

/** The line below a table whose pages follow each other by cursor. */
export function CursorPager({ cursors, next, onTurn, children }: CursorPagerProps) {
  const intl = useIntl();
  return (
    <div className="gh-status">
      <span>{children}</span>
      <span className="gh-status-space" />
      <Button
        size="small"
        variant="minimal"
        icon="chevron-left"
        text={intl.formatMessage({ id: "history.before" })}
        disabled={cursors.length === 0}
        onClick={() => onTurn(cursors.slice(0, -1))}
      />
      <Button
        size="small"
        variant="minimal"
        endIcon="chevron-right"
        text={intl.formatMessage({ id: "history.after" })}
        disabled={next === undefined}
        onClick={() => next !== undefined && onTurn([...cursors, next])}
      />
    </div>
  );
}
