import { Button } from "@blueprintjs/core";
import { useMachine } from "@xstate/react";
import { useMemo } from "react";
import { useIntl } from "react-intl";
import { limits } from "#contract/limits.ts";
import { resendMachine } from "#machines/resend.ts";
import { keptWait, resendActors } from "#src/actors/login.ts";
import { useServices } from "#src/app/servicesContext.ts";
import { useToasts } from "#src/kit/feedback/feedback.ts";
import { asRefusal } from "#src/kit/feedback/refusalText.ts";
import { authCalls } from "#store/handles/auth.ts";
import { serverNow } from "#store/serverClock.ts";

interface CodeToPhoneProps {
  /** Names the wait, so that each phone counts its own. */
  name: string;
  /** The phone, or nothing while it is not right. */
  phone(): Promise<string | undefined>;
}

/** Sends a code of who is signed in to a phone, and counts down until it may send another. */
export function CodeToPhone({ name, phone }: CodeToPhoneProps) {
  const intl = useIntl();
  const toasts = useToasts();
  const { store } = useServices();
  const machine = useMemo(
    () =>
      resendMachine.provide(
        resendActors(
          name,
          async (request) => {
            const { error } = await store.dispatch(authCalls.send_auth_pass_code.initiate(request as { phone: string }, { track: false }));
            if (!error) return { ok: true };
            const refusal = asRefusal(error);
            toasts.refused(refusal);
            return { ok: false, code: refusal.code, message: refusal.message };
          },
          () => toasts.success("gate.codeSentLong"),
        ),
      ),
    [name, store, toasts],
  );
  const [state, send] = useMachine(machine, { input: { seconds: limits.resend.loginSeconds, until: keptWait(name), now: serverNow } });
  const counting = state.matches("counting");
  const ask = async () => {
    const to = await phone();
    if (to !== undefined) send({ type: "send", request: { phone: to } });
  };
  return (
    <Button
      disabled={counting}
      loading={state.matches("sending")}
      text={
        counting
          ? intl.formatMessage({ id: "gate.sendAgain" }, { seconds: state.context.remaining })
          : intl.formatMessage({ id: "gate.sendCode" })
      }
      onClick={() => void ask()}
    />
  );
}
