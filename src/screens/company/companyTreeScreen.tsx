import { Button, InputGroup, Spinner } from "@blueprintjs/core";
import { useMemo, useState } from "react";
import { useIntl } from "react-intl";
import { useDispatch } from "react-redux";
import type { CompanyRow } from "#contract/resources/company.ts";
import { isComposing, useEchoedText } from "#src/kit/form/typedText.ts";
import { lazyPart } from "#src/kit/part/lazyPart.tsx";
import { FailedRead, NoPermission } from "#src/kit/screen/pageStates.tsx";
import type { Editing } from "#src/kit/screen/recordEditing.ts";
import { writes } from "#src/kit/screen/rowsSource.ts";
import { isGranted, useAllowed } from "#src/kit/screen/useAllowed.ts";
import { useFailure } from "#src/kit/screen/useFailure.ts";
import { useSend, useSendConfirmed } from "#src/kit/screen/useTools.ts";
import { ViewChoice } from "#src/kit/screen/viewChoice.tsx";
import { Tree } from "#src/kit/tree/tree.tsx";
import { toggled } from "#src/kit/tree/treeKeys.ts";
import { useSession } from "#src/session/sessionView.ts";
import { companyCalls } from "#store/handles/company.ts";
import type { Dispatch } from "#store/store.ts";
import "#src/kit/form/form.css";
import "#src/kit/screen/screen.css";
import { CompanyBranches, firstPage, type TreeView } from "./companyBranch.tsx";
import "./company.css";
import { signOutQuestion } from "#src/screens/user/deactivation.ts";
import { CompanyFacts } from "./companyFacts.tsx";
import { companyForm } from "./companyForm.tsx";

const RecordDrawer = lazyPart(async () => (await import("#src/kit/screen/recordDrawer.tsx")).RecordDrawer, { place: "over" });

const remove = writes(companyCalls.delete, (row: CompanyRow) => ({ ids: [row.id] }));
const enable = writes(companyCalls.enable, (row: CompanyRow) => ({ ids: [row.id] }));
const disable = writes(companyCalls.disable, (row: CompanyRow) => ({ ids: [row.id] }));

const restMs = 300;

interface SideProps {
  id: string;
  onEdit(row: CompanyRow): void;
  onAdd(parentId: string): void;
  onGone(): void;
}

function Side({ id, onEdit, onAdd, onGone }: SideProps) {
  const intl = useIntl();
  const allowed = useAllowed();
  const send = useSend();
  const sendConfirmed = useSendConfirmed();
  const { data, currentData, error, isFetching, refetch } = companyCalls.get.useQuery({ id }, { refetchOnMountOrArgChange: true });
  const failure = useFailure({ currentData, error, isFetching, refetch });
  if (failure !== undefined) return <FailedRead error={failure} onRetry={() => void refetch()} />;
  if (!data) return <Spinner />;
  const lower = data.parentId !== null;
  const say = (action: string) => intl.formatMessage({ id: `companies.action.${action}` });
  const drop = async () => {
    if (await sendConfirmed({ kind: "delete", detail: data.name }, remove, data, "feedback.deleted")) onGone();
  };
  const stop = () => sendConfirmed(signOutQuestion(intl, "companies", [data.name]), disable, data, "people.disabled");
  return (
    <>
      <div className="gh-company-buttons">
        {allowed(companyCalls.post.call) && <Button icon="plus" text={say("addBelow")} onClick={() => onAdd(data.id)} />}
        {lower && allowed(companyCalls.put.call) && <Button icon="edit" text={say("edit")} onClick={() => onEdit(data)} />}
        {lower && data.enabled && allowed(disable.call) && <Button icon="pause" text={say("disable")} onClick={() => void stop()} />}
        {lower && !data.enabled && allowed(enable.call) && (
          <Button icon="play" text={say("enable")} onClick={() => void send(enable, data, "people.enabled")} />
        )}
        {lower && allowed(remove.call) && <Button icon="trash" intent="danger" text={say("remove")} onClick={() => void drop()} />}
      </div>
      <CompanyFacts row={data} />
    </>
  );
}

function CompanyTree() {
  const intl = useIntl();
  const { me } = useSession();
  const dispatch = useDispatch<Dispatch>();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set([me.companyId]));
  const [chosen, setChosen] = useState<string>(me.companyId);
  const [focused, setFocused] = useState<string>();
  const [sought, setSought] = useState("");
  const { typing, tell } = useEchoedText(sought, setSought, restMs);
  const [diagram, setDiagram] = useState(false);
  const [editing, setEditing] = useState<Editing<CompanyRow>>();
  const [below, setBelow] = useState(me.companyId);
  const name = sought.trim();
  const wanted = name === "" ? {} : { name };
  const { data, error, isFetching, refetch } = companyCalls.query_tree.useQuery(firstPage(wanted), { refetchOnMountOrArgChange: true });
  const failure = useFailure({ currentData: data, error, isFetching, refetch });
  const form = useMemo(() => companyForm(below), [below]);
  const stop = focused ?? chosen;
  const view: TreeView = {
    open,
    chosen,
    // What was found can leave out where the focus was: then the first that was found is the tab stop.
    focused: name === "" || data?.list.some(({ id }) => id === stop) ? stop : data?.list[0]?.id,
    flat: name !== "",
    focus: setFocused,
    toggle: (id) => setOpen((shown) => toggled(shown, id)),
    choose: setChosen,
  };
  const reload = async (row: CompanyRow) => {
    const answer = await dispatch(companyCalls.get.initiate({ id: row.id }, { subscribe: false, forceRefetch: true }));
    return answer.data && { values: form.valuesOf(answer.data), version: answer.data.version };
  };
  if (failure !== undefined) return <FailedRead error={failure} onRetry={() => void refetch()} />;
  return (
    <>
      <header className="gh-page-head">
        <h1 className="gh-page-title">{intl.formatMessage({ id: "companies.tree" })}</h1>
        <InputGroup
          leftIcon="search"
          className="gh-search"
          placeholder={intl.formatMessage({ id: "companies.filter.name" })}
          aria-label={intl.formatMessage({ id: "companies.filter.name" })}
          {...typing}
          onKeyDown={(event) => {
            if (isComposing(event) || (event.key !== "ArrowDown" && event.key !== "Enter")) return;
            event.preventDefault();
            // What was not asked for yet is asked for first: the lines that stand there go with the answer.
            if (typing.value !== sought) return tell(typing.value);
            event.currentTarget.closest("section")?.querySelector<HTMLElement>("[role=treeitem][tabindex='0']")?.focus();
          }}
        />
        <ViewChoice
          label={intl.formatMessage({ id: "companies.view" })}
          value={diagram ? "diagram" : "tree"}
          options={[
            { id: "tree", icon: "list", text: intl.formatMessage({ id: "companies.asTree" }) },
            { id: "diagram", icon: "diagram-tree", text: intl.formatMessage({ id: "companies.asDiagram" }) },
          ]}
          onChoose={(view) => setDiagram(view === "diagram")}
        />
      </header>
      <div className="gh-company-tree">
        <div className={diagram ? "gh-company-tree-list gh-org-diagram" : "gh-company-tree-list"}>
          <Tree label={intl.formatMessage({ id: "companies.tree" })} actions={view}>
            <CompanyBranches key={name} wanted={wanted} level={1} view={view} />
          </Tree>
          {data && data.list.length === 0 && <p className="gh-field-help">{intl.formatMessage({ id: "screen.nothingFound" })}</p>}
        </div>
        <div className="gh-company-side">
          <Side
            key={chosen}
            id={chosen}
            onEdit={(row) => setEditing({ kind: "edit", row })}
            onAdd={(parentId) => {
              setBelow(parentId);
              setOpen(new Set(open).add(parentId));
              setEditing({ kind: "add" });
            }}
            onGone={() => setChosen(me.companyId)}
          />
        </div>
      </div>
      {editing && (
        <RecordDrawer
          id="companies"
          form={form}
          editing={editing}
          rowKey={(row: CompanyRow) => row.id}
          rowName={(row: CompanyRow) => row.name}
          reload={reload}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  );
}

/** The organisations below one's own, as a tree or as a picture of who belongs to whom. */
export function CompanyTreeScreen() {
  const { me } = useSession();
  return <section className="gh-page">{isGranted(me.paths, companyCalls.query_tree.call) ? <CompanyTree /> : <NoPermission />}</section>;
}
