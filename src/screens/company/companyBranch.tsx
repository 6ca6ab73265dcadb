import { Button, Icon, Spinner } from "@blueprintjs/core";
import { useIntl } from "react-intl";
import { limits } from "#contract/limits.ts";
import type { CompanyNode } from "#contract/resources/company.ts";
import { companyCalls } from "#store/handles/session.ts";
import { CompanyState } from "./companyState.tsx";

export interface TreeView {
  readonly open: ReadonlySet<string>;
  readonly chosen: string | undefined;
  readonly focused: string | undefined;
  /** What a name was searched for: then nothing unfolds. */
  readonly flat: boolean;
  toggle(id: string): void;
  choose(id: string): void;
}

interface BranchProps {
  node: CompanyNode;
  level: number;
  view: TreeView;
}

/** An organisation and, once unfolded, those right below it. */
export function CompanyBranch({ node, level, view }: BranchProps) {
  const intl = useIntl();
  const unfolds = node.children > 0 && !view.flat;
  const open = unfolds && view.open.has(node.id);
  const { data, isFetching } = companyCalls.query_tree.useQuery({ parentId: node.id, pageSize: limits.page.max }, { skip: !open });
  return (
    <div
      role="treeitem"
      aria-level={level}
      aria-selected={view.chosen === node.id}
      {...(unfolds ? { "aria-expanded": open } : {})}
      tabIndex={(view.focused ?? view.chosen) === node.id ? 0 : -1}
      data-company={node.id}
    >
      <div className="gh-org-node" data-chosen={view.chosen === node.id}>
        {unfolds ? (
          <Button
            size="small"
            variant="minimal"
            tabIndex={-1}
            icon={<Icon icon={open ? "chevron-down" : "chevron-right"} />}
            aria-label={intl.formatMessage({ id: open ? "companies.fold" : "companies.unfold" }, { name: node.name })}
            data-fold
            onClick={() => view.toggle(node.id)}
          />
        ) : (
          <span className="gh-org-leaf" />
        )}
        <span className="gh-org-name">{node.name}</span>
        {node.state !== "normal" && <CompanyState state={node.state} />}
        <small>{intl.formatMessage({ id: "companies.nodeCounts" }, { users: node.users, devices: node.devices })}</small>
      </div>
      {open && (
        <fieldset className="gh-org-below">
          {isFetching && !data && <Spinner size={16} />}
          {(data?.list ?? []).map((child) => (
            <CompanyBranch key={child.id} node={child} level={level + 1} view={view} />
          ))}
          {data && data.total > data.list.length && (
            <div className="gh-field-help">{intl.formatMessage({ id: "companies.more" }, { count: data.total - data.list.length })}</div>
          )}
        </fieldset>
      )}
    </div>
  );
}
