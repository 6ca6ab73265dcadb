import { FormattedMessage } from "react-intl";
import { Link } from "react-router-dom";
import { Gate } from "#src/screens/login/gate.tsx";
import { useLanguage } from "#src/session/sessionView.ts";
import "./account.css";
import { agreement } from "./provisionTexts.ts";

/** The user agreement, readable by everybody. */
export function ProvisionPage() {
  const { language } = useLanguage();
  const { title, intro, parts } = agreement[language];
  return (
    <Gate title={title} wide>
      <article className="gh-provision">
        <p>{intro}</p>
        {parts.map((part) => (
          <section key={part.id} id={part.id}>
            <h2>{part.title}</h2>
            {part.paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
        ))}
        <Link to="/account/register">
          <FormattedMessage id="gate.backToRegister" />
        </Link>
      </article>
    </Gate>
  );
}
