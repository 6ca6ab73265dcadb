import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import type { CompanyRow } from "#contract/resources/company.ts";
import { useSession } from "#src/session/sessionView.ts";
import "./company.css";
import { CompanyState } from "./companyState.tsx";
import { lastDayOf } from "./expiryField.tsx";

const dash = "–";

/** All fields of an organisation. */
export function CompanyFacts({ row }: { row: CompanyRow }) {
  const intl = useIntl();
  const { me } = useSession();
  const facts: [string, ReactNode][] = [
    ["name", row.name],
    ["state", <CompanyState key="state" state={row.state} />],
    ["expiresAt", row.expiresAt === null ? intl.formatMessage({ id: "companies.noExpiry" }) : lastDayOf(me.zone, row.expiresAt)],
    ["level", row.level || dash],
    [
      "site",
      row.site ? (
        <a key="site" href={row.site} target="_blank" rel="noreferrer noopener">
          {row.site}
        </a>
      ) : (
        dash
      ),
    ],
    ["address", row.address || dash],
    ["morning", row.morning || dash],
    ["afternoon", row.afternoon || dash],
    ["zone", row.zone],
    ["remark", row.remark || dash],
  ];
  return (
    <dl className="gh-company-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{intl.formatMessage({ id: `companies.field.${name}` })}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
