import { Button, HTMLSelect } from "@blueprintjs/core";
import { useIntl } from "react-intl";
import { limits } from "#contract/limits.ts";

interface StatusLineProps {
  pageNo: number;
  pageSize: number;
  shown: number;
  /** Undefined: not known yet. */
  total: number | undefined;
  onPage(pageNo: number): void;
  onPageSize(pageSize: number): void;
}

const sizes = [10, 20, 50, 100, 500, limits.page.max];

/** Range shown, total, page size and pages. */
export function StatusLine({ pageNo, pageSize, shown, total: told, onPage, onPageSize }: StatusLineProps) {
  const intl = useIntl();
  const total = told ?? 0;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const from = shown === 0 ? 0 : (pageNo - 1) * pageSize + 1;
  const say = (id: string, values?: Record<string, string | number>) => intl.formatMessage({ id }, values);
  const move = (icon: "chevron-left" | "chevron-right" | "chevron-backward" | "chevron-forward", id: string, to: number, off: boolean) => (
    <Button size="small" variant="minimal" icon={icon} aria-label={say(id)} disabled={off} onClick={() => onPage(to)} />
  );
  return (
    <footer className="gh-status">
      <span role="status">{told !== undefined && say("screen.status.range", { from, to: from + Math.max(0, shown - 1), total })}</span>
      <span className="gh-status-space" />
      <HTMLSelect
        minimal
        aria-label={say("screen.status.pageSize")}
        value={pageSize}
        onChange={(event) => onPageSize(Number(event.currentTarget.value))}
        options={[...new Set([...sizes, pageSize])]
          .sort((one, other) => one - other)
          .map((size) => ({ value: size, label: say("screen.status.perPage", { size }) }))}
      />
      <nav className="gh-pager" aria-label={say("screen.status.pages")}>
        {move("chevron-backward", "screen.status.first", 1, pageNo <= 1)}
        {move("chevron-left", "screen.status.previous", pageNo - 1, pageNo <= 1)}
        <span className="gh-pager-place">{say("screen.status.page", { page: pageNo, pages })}</span>
        {move("chevron-right", "screen.status.next", pageNo + 1, pageNo >= pages)}
        {move("chevron-forward", "screen.status.last", pages, pageNo >= pages)}
      </nav>
    </footer>
  );
}
