import { useIntl } from "react-intl";
import { Link, useNavigate } from "react-router-dom";
import type { Refused } from "#src/app/refusalPage.tsx";
import { PageState } from "#src/kit/screen/pageStates.tsx";
import "#src/kit/screen/screen.css";
import { homePath } from "#src/session/menuTree.ts";

/** What stands in the shell where a view would, with the ways out. */
export function RefusalView({ refused: { icon, text, reason } }: { refused: Refused }) {
  const intl = useIntl();
  const navigate = useNavigate();
  return (
    <div className="gh-refused">
      <PageState whole icon={icon} text={text} detail={intl.formatMessage({ id: reason })}>
        <div className="gh-refused-ways">
          <Link className="bp6-button bp6-intent-primary" to={homePath}>
            {intl.formatMessage({ id: "gate.home" })}
          </Link>
          {window.history.length > 1 && (
            <button type="button" className="bp6-button" onClick={() => void navigate(-1)}>
              {intl.formatMessage({ id: "gate.back" })}
            </button>
          )}
        </div>
      </PageState>
    </div>
  );
}
