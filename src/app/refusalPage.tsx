import { FormattedMessage } from "react-intl";
import { Link, useNavigate } from "react-router-dom";
import { readToken } from "./browserStore.ts";
import { homePath } from "./shell/menuTree.ts";
import { Titled } from "./titled.tsx";
import "./refusalPage.css";

/** A plain text; whoever is signed in finds the way back as well. */
export function RefusalPage({ text, title }: { text: string; title: string }) {
  const navigate = useNavigate();
  return (
    <Titled id={title}>
      {readToken() === undefined ? (
        text
      ) : (
        <main className="gh-refusal">
          <p>{text}</p>
          <Link to={homePath}>
            <FormattedMessage id="gate.home" />
          </Link>
          {window.history.length > 1 && (
            <button type="button" onClick={() => void navigate(-1)}>
              <FormattedMessage id="gate.back" />
            </button>
          )}
        </main>
      )}
    </Titled>
  );
}
