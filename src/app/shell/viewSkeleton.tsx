import { useIntl } from "react-intl";

const bars = ["title", "first", "second", "third", "fourth", "last"] as const;

export function ViewSkeleton() {
  const intl = useIntl();
  return (
    <div className="gh-view-skeleton" role="status" aria-label={intl.formatMessage({ id: "shell.loading" })}>
      {bars.map((bar) => (
        <span key={bar} className={`gh-view-bar gh-view-bar-${bar}`} />
      ))}
    </div>
  );
}
