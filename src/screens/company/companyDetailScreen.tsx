import { Button, Spinner, Tag } from "@blueprintjs/core";
import { useState } from "react";
import { useIntl } from "react-intl";
import type { Call } from "#contract/kit/call.ts";
import { limits } from "#contract/limits.ts";
import type { CompanyRow } from "#contract/resources/company.ts";
import { lazyPart } from "#src/kit/part/lazyPart.tsx";
import { FailedRead, NoPermission } from "#src/kit/screen/pageStates.tsx";
import { isGranted, useAllowed, useOpens } from "#src/kit/screen/useAllowed.ts";
import { useFailure } from "#src/kit/screen/useFailure.ts";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { useViewLocation } from "#src/kit/view/viewLocation.ts";
import { useViewSubject } from "#src/kit/view/viewName.ts";
import { roleName } from "#src/screens/role/roleName.ts";
import { useSession } from "#src/session/sessionView.ts";
import { companyCalls } from "#store/handles/company.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { userCalls } from "#store/handles/user.ts";
import { userRoleCalls } from "#store/handles/userRole.ts";
import "#src/kit/screen/screen.css";
import "./company.css";
import { CompanyFacts } from "./companyFacts.tsx";
import { ownAndAll } from "./ownAndAll.ts";

function Pictures({ row }: { row: CompanyRow }) {
  const intl = useIntl();
  return (
    <div className="gh-company-pictures">
      {(["logo", "picture"] as const)
        .filter((name) => row[name] !== "")
        .map((name) => (
          <img key={name} src={row[name]} alt={intl.formatMessage({ id: `companies.field.${name}` })} />
        ))}
    </div>
  );
}

interface MembersProps {
  /** Translated. */
  title: string;
  /** The list that they are in, of this organisation and what is below it; left out for who may not open it. */
  list: string | undefined;
  members: readonly { id: string; name: string; idle?: boolean }[];
  /** What the members come from, where they do. */
  read?: { currentData?: unknown; error?: unknown; isFetching: boolean; refetch(): unknown };
  /** The filter of the list that finds one of them. */
  search: string;
}

const noRead = { isFetching: false, refetch: () => undefined };

function Members({ title, list, members, search, read = noRead }: MembersProps) {
  const failure = useFailure(read);
  return (
    <section>
      <h2>{list ? <a href={`#${list}`}>{title}</a> : title}</h2>
      {failure !== undefined && <FailedRead error={failure} onRetry={() => void read.refetch()} />}
      <p className="gh-company-tags">
        {members.map(({ id, name, idle = false }) => (
          <Tag key={id} minimal intent={idle ? "warning" : "none"}>
            {list ? (
              <a href={`#${list}&${search}=${encodeURIComponent(name)}`}>
                <ForeignText text={name} />
              </a>
            ) : (
              <ForeignText text={name} />
            )}
          </Tag>
        ))}
      </p>
    </section>
  );
}

/** What the organisation has, each leading to its list. */
function Holdings({ row }: { row: CompanyRow }) {
  const intl = useIntl();
  const { me } = useSession();
  const opens = useOpens();
  const own = row.id === me.companyId;
  const usersCall = userCalls[own ? "query" : "get_child"].call;
  const mayUsers = isGranted(me.paths, usersCall);
  const mayRoles = isGranted(me.paths, userRoleCalls.query_user.call);
  const ownUsers = userCalls.query.useQuery({ pageSize: limits.page.size }, { skip: !mayUsers || !own });
  const lowerUsers = userCalls.get_child.useQuery({ companyId: row.id, pageSize: limits.page.size }, { skip: !mayUsers || own });
  const roles = userRoleCalls.query_user.useQuery({ companyId: row.id, pageSize: limits.page.max }, { skip: !mayRoles });
  const users = own ? ownUsers : lowerUsers;
  const listOf = (call: Call, view: string) => (opens(call, view) ? `${view}?companyId=${encodeURIComponent(row.id)}` : undefined);
  const title = (id: string, count: number, all: number) =>
    intl.formatMessage({ id: `companies.${id}` }, { count: ownAndAll(intl, count, all) });
  const devices = listOf(deviceCalls.query.call, "/devices/list");
  return (
    <>
      {mayUsers && (
        <Members
          title={title("users", row.users, row.whole.users)}
          list={listOf(userCalls.get_child.call, "/user/children")}
          search="search"
          read={users}
          members={(users.data?.list ?? []).map((user) => ({
            ...{ id: user.id, idle: !user.enabled },
            name: user.userName || user.account,
          }))}
        />
      )}
      {mayRoles && (
        <Members
          title={title("roles", row.roles, row.whole.roles)}
          list={listOf(userRoleCalls.query_user.call, "/role/list")}
          search="name"
          read={roles}
          members={(roles.data?.list ?? []).map((role) => ({ id: role.id, name: roleName(role, intl) }))}
        />
      )}
      {devices && <Members title={title("devices", row.devices, row.whole.devices)} list={devices} search="search" members={[]} />}
    </>
  );
}

const OwnForm = lazyPart(async () => (await import("./ownCompanyForm.tsx")).OwnCompanyForm, { place: "over" });

function Detail({ id, own }: { id: string; own: boolean }) {
  const intl = useIntl();
  const allowed = useAllowed();
  const [editing, setEditing] = useState(false);
  const { data, currentData, error, isFetching, refetch } = companyCalls.get.useQuery({ id }, { refetchOnMountOrArgChange: true });
  const failure = useFailure({ currentData, error, isFetching, refetch });
  useViewSubject(own ? undefined : currentData?.name);
  if (failure !== undefined) return <FailedRead error={failure} onRetry={() => void refetch()} />;
  if (!data) return <Spinner />;
  return (
    <div className="gh-company-detail">
      {own && allowed(companyCalls.update_my.call) && (
        <Button icon="edit" text={intl.formatMessage({ id: "companies.action.edit" })} onClick={() => setEditing(true)} />
      )}
      <CompanyFacts row={data} />
      <Pictures row={data} />
      <Holdings row={data} />
      {editing && <OwnForm row={data} onClose={() => setEditing(false)} />}
    </div>
  );
}

/** One organisation: the one that the address names, or one's own. */
export function CompanyDetailScreen() {
  const intl = useIntl();
  const { me } = useSession();
  const id = useViewLocation().search.get("id") ?? me.companyId;
  return (
    <section className="gh-page">
      <header className="gh-page-head">
        <h1 className="gh-page-title">{intl.formatMessage({ id: "companies.detail" })}</h1>
      </header>
      {isGranted(me.paths, companyCalls.get.call) ? <Detail key={id} id={id} own={id === me.companyId} /> : <NoPermission />}
    </section>
  );
}
