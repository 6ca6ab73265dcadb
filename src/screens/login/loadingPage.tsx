import { useSelector } from "@xstate/react";
import { FormattedMessage } from "react-intl";
import { useServices } from "#src/app/servicesContext.ts";
import { Gate } from "./gate.tsx";
import { GateButton, GateNote } from "./gateParts.tsx";

/** Shown between log-in and first screen; stays with the server's words when the session cannot be loaded. */
export function LoadingPage() {
  const { session } = useServices();
  const failed = useSelector(session, (snapshot) => snapshot.matches("failed"));
  const message = useSelector(session, (snapshot) => snapshot.context.message);
  return (
    <Gate>
      {failed ? (
        <div className="gh-gate-failed">
          <GateNote intent="danger">{message || <FormattedMessage id="code.fault" />}</GateNote>
          <div className="gh-gate-row" style={{ marginTop: 12 }}>
            <GateButton primary onClick={() => session.send({ type: "retry" })}>
              <FormattedMessage id="gate.retry" />
            </GateButton>
            <GateButton onClick={() => session.send({ type: "signOut" })}>
              <FormattedMessage id="gate.backToLogin" />
            </GateButton>
          </div>
        </div>
      ) : (
        <div role="status" style={{ textAlign: "center" }}>
          <span className="gh-gate-spinner gh-gate-waiting" aria-hidden />
          <p>
            <FormattedMessage id="gate.loading" />
          </p>
        </div>
      )}
    </Gate>
  );
}
