import { Button, Icon } from "@blueprintjs/core";
import { useIntl } from "react-intl";

/** Folds and unfolds an item for those who use a pointer; the space for it where nothing is below. */
export function TreeFold({ name, open }: { name: string; open: boolean | undefined }) {
  const intl = useIntl();
  if (open === undefined) return <span className="gh-tree-leaf" />;
  return (
    <Button
      size="small"
      variant="minimal"
      tabIndex={-1}
      icon={<Icon icon={open ? "chevron-down" : "chevron-right"} />}
      aria-label={intl.formatMessage({ id: open ? "tree.fold" : "tree.unfold" }, { name })}
      data-fold
    />
  );
}
