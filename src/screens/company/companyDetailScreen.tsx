import { Button, Spinner, Tag } from "@blueprintjs/core";
import { useState } from "react";
import { useIntl } from "react-intl";
import { limits } from "#contract/limits.ts";
import type { CompanyRow } from "#contract/resources/company.ts";
import { useSession } from "#src/app/sessionView.ts";
import { useViewLocation } from "#src/app/shell/viewLocation.ts";
import { lazyPart } from "#src/kit/part/lazyPart.tsx";
import { FailedRead, NoPermission } from "#src/kit/screen/pageStates.tsx";
import { isGranted } from "#src/kit/screen/useAllowed.ts";
import { roleName } from "#src/screens/role/roleName.ts";
import { userRoleCalls } from "#store/handles/people.ts";
import { companyCalls, userCalls } from "#store/handles/session.ts";
import "#src/kit/screen/screen.css";
import "./company.css";
import { CompanyFacts } from "./companyFacts.tsx";

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

function Members({ row }: { row: CompanyRow }) {
  const intl = useIntl();
  const { me } = useSession();
  const mayUsers = isGranted(me.paths, row.id === me.companyId ? userCalls.query.call : userCalls.get_child.call);
  const mayRoles = isGranted(me.paths, userRoleCalls.query_user.call);
  const own = row.id === me.companyId;
  const ownUsers = userCalls.query.useQuery({ pageSize: limits.page.size }, { skip: !mayUsers || !own });
  const lowerUsers = userCalls.get_child.useQuery({ companyId: row.id, pageSize: limits.page.size }, { skip: !mayUsers || own });
  const users = own ? ownUsers : lowerUsers;
  const roles = userRoleCalls.query_user.useQuery({ pageSize: limits.page.max }, { skip: !mayRoles });
  return (
    <>
      {mayUsers && (
        <section>
          <h2>{intl.formatMessage({ id: "companies.users" }, { count: row.users })}</h2>
          <p className="gh-company-tags">
            {(users.data?.list ?? []).map((user) => (
              <Tag key={user.id} minimal intent={user.enabled ? "none" : "warning"}>
                {user.userName || user.account}
              </Tag>
            ))}
          </p>
        </section>
      )}
      {mayRoles && (
        <section>
          <h2>{intl.formatMessage({ id: "companies.roles" })}</h2>
          <p className="gh-company-tags">
            {(roles.data?.list ?? [])
              .filter((role) => role.companyId === row.id)
              .map((role) => (
                <Tag key={role.id} minimal>
                  {roleName(role, intl)}
                </Tag>
              ))}
          </p>
        </section>
      )}
    </>
  );
}

const OwnForm = lazyPart(async () => (await import("./ownCompanyForm.tsx")).OwnCompanyForm, { place: "over" });

function Detail({ id, own }: { id: string; own: boolean }) {
  const intl = useIntl();
  const { me } = useSession();
  const [editing, setEditing] = useState(false);
  const { data, error, refetch } = companyCalls.get.useQuery({ id }, { refetchOnMountOrArgChange: true });
  if (error !== undefined) return <FailedRead error={error} onRetry={() => void refetch()} />;
  if (!data) return <Spinner />;
  return (
    <div className="gh-company-detail">
      {own && isGranted(me.paths, companyCalls.update_my.call) && (
        <Button icon="edit" text={intl.formatMessage({ id: "companies.action.edit" })} onClick={() => setEditing(true)} />
      )}
      <CompanyFacts row={data} />
      <Pictures row={data} />
      <Members row={data} />
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
