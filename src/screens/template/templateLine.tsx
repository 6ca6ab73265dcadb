import { AnchorButton } from "@blueprintjs/core";
import type { IconName } from "@blueprintjs/icons";
import { skipToken } from "@reduxjs/toolkit/query/react";
import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { useViewLocation } from "#src/kit/view/viewLocation.ts";
import { useViewSubject } from "#src/kit/view/viewName.ts";
import { deviceDataRecipeCalls } from "#store/handles/deviceDataRecipe.ts";
import "./template.css";

interface Props {
  /** Another view of the same points, and its message; left out where it may not be opened. */
  icon: IconName;
  text: string;
  to: string | undefined;
  /** Further links. */
  children?: ReactNode;
}

/** Which template these are the points of. */
export function TemplateLine({ icon, text, to, children }: Props) {
  const intl = useIntl();
  const allowed = useAllowed();
  const recipeId = useViewLocation().search.get("id") ?? "";
  const { data } = deviceDataRecipeCalls.get.useQuery(allowed(deviceDataRecipeCalls.get.call) ? { id: recipeId } : skipToken);
  useViewSubject(data?.name);
  if (!data) return <div className="gh-template-line" />;
  return (
    <div className="gh-template-line">
      <strong title={data.name}>{data.name}</strong>
      {data.description && (
        <span className="gh-template-description" title={data.description}>
          {data.description}
        </span>
      )}
      <span className="gh-template-use">{intl.formatMessage({ id: "dataPoints.usedBy" }, { count: data.devices })}</span>
      {to !== undefined && (
        <AnchorButton size="small" variant="minimal" icon={icon} text={intl.formatMessage({ id: text })} href={`#${to}`} />
      )}
      {children}
      <AnchorButton
        size="small"
        variant="minimal"
        icon="th-list"
        text={intl.formatMessage({ id: "dataPoints.templates" })}
        href="#/template/list"
      />
    </div>
  );
}
