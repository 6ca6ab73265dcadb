import { Spinner } from "@blueprintjs/core";
import { memo, useCallback, useEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import type { CompanyNode } from "#contract/resources/company.ts";
import { FailedRead } from "#src/kit/screen/pageStates.tsx";
import { useFailure } from "#src/kit/screen/useFailure.ts";
import { TreeItem } from "#src/kit/tree/tree.tsx";
import type { TreeActions } from "#src/kit/tree/treeKeys.ts";
import { companyCalls } from "#store/handles/company.ts";
import { CompanyState } from "./companyState.tsx";
import { ownAndAll } from "./ownAndAll.ts";

export interface TreeView extends TreeActions {
  readonly open: ReadonlySet<string>;
  readonly chosen: string | undefined;
  readonly focused: string | undefined;
  /** What a name was searched for: then nothing unfolds. */
  readonly flat: boolean;
}

/** Which organisations: those right below one, those that match a name, or the caller's own. */
export interface Wanted {
  parentId?: string;
  name?: string;
}

/** Thousands can stand below one: they come as they are scrolled to. */
const atOnce = 100;

export const firstPage = (wanted: Wanted) => ({ ...wanted, pageSize: atOnce, pageNo: 1 });

/** The lines of a large tree are not drawn anew with every step. */
const Line = memo(function Line({ node }: { node: CompanyNode }) {
  const intl = useIntl();
  return (
    <>
      <span className="gh-tree-name">{node.name}</span>
      {node.state !== "normal" && <CompanyState state={node.state} />}
      <small>
        {intl.formatMessage(
          { id: "companies.nodeCounts" },
          {
            users: ownAndAll(intl, node.users, node.whole.users),
            devices: ownAndAll(intl, node.devices, node.whole.devices),
          },
        )}
      </small>
    </>
  );
});

interface BranchProps {
  node: CompanyNode;
  level: number;
  view: TreeView;
}

/** An organisation and, once unfolded, those right below it. */
function CompanyBranch({ node, level, view }: BranchProps) {
  const open = node.children > 0 && !view.flat ? view.open.has(node.id) : undefined;
  return (
    <TreeItem
      id={node.id}
      level={level}
      open={open}
      tabStop={(view.focused ?? view.chosen) === node.id}
      attributes={{ "aria-selected": view.chosen === node.id }}
      line={<Line node={node} />}
    >
      <CompanyBranches wanted={{ parentId: node.id }} level={level + 1} view={view} />
    </TreeItem>
  );
}

/** How many there are besides, asked for once it comes near the visible part of the tree. */
function More({ count, onNear }: { count: number; onNear(): void }) {
  const intl = useIntl();
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = line;
    if (!current) return;
    const near = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && onNear(), {
      root: current.closest(".gh-company-tree-list"),
      rootMargin: "600px",
    });
    near.observe(current);
    return () => near.disconnect();
  }, [onNear]);
  return (
    <div ref={line} className="gh-field-help">
      {intl.formatMessage({ id: "companies.more" }, { count })}
    </div>
  );
}

interface PageProps {
  wanted: Wanted;
  pageNo: number;
  last: boolean;
  level: number;
  view: TreeView;
  onNear(): void;
}

function BranchPage({ wanted, pageNo, last, level, view, onNear }: PageProps) {
  const read = companyCalls.query_tree.useQuery({ ...firstPage(wanted), pageNo }, { refetchOnMountOrArgChange: true });
  const failure = useFailure(read);
  const { data } = read;
  if (failure !== undefined) return <FailedRead error={failure} onRetry={() => void read.refetch()} />;
  if (!data) return <Spinner size={16} />;
  // Where there are fewer than before, the server answers the last page instead of one past it.
  if (data.pageNo !== pageNo) return null;
  const left = data.total - (pageNo - 1) * atOnce - data.list.length;
  return (
    <>
      {data.list.map((node) => (
        <CompanyBranch key={node.id} node={node} level={level} view={view} />
      ))}
      {last && left > 0 && <More count={left} onNear={onNear} />}
    </>
  );
}

/** One level of the tree, as far as it was scrolled to. */
export function CompanyBranches({ wanted, level, view }: { wanted: Wanted; level: number; view: TreeView }) {
  const [pages, setPages] = useState(1);
  const more = useCallback(() => setPages((shown) => shown + 1), []);
  return Array.from({ length: pages }, (_, index) => index + 1).map((pageNo) => (
    <BranchPage key={pageNo} wanted={wanted} pageNo={pageNo} last={pageNo === pages} level={level} view={view} onNear={more} />
  ));
}
