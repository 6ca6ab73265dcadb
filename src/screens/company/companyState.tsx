import { Tag } from "@blueprintjs/core";
import { useIntl } from "react-intl";
import type { companyStates } from "#contract/resources/company.ts";

type State = (typeof companyStates)[number];

const intents = { normal: "success", disabled: "none", expired: "warning" } as const;

/** Normal, disabled or expired, in words and colour. */
export function CompanyState({ state }: { state: State }) {
  const intl = useIntl();
  return (
    <Tag minimal intent={intents[state]}>
      {intl.formatMessage({ id: `companies.option.state.${state}` })}
    </Tag>
  );
}
