import { Button } from "@blueprintjs/core";
import { useMachine } from "@xstate/react";
import { useMemo } from "react";
import { useIntl } from "react-intl";
import { resendMachine } from "#machines/resend.ts";
import { keptWait, resendActors } from "#src/actors/login.ts";
import { useToasts } from "#src/kit/feedback/feedback.ts";
import { asRefusal } from "#src/kit/feedback/refusalText.ts";
import { serverNow } from "#store/serverClock.ts";

interface CodeButtonProps {
  /** Names the wait, so that each counts its own. */
  name: string;
  /** Of the wait, until the server says otherwise. */
  seconds: number;
  /** What is sent for, or nothing while that is not right. Keep the identity of `send`. */
  request(): Promise<object | undefined>;
  send(request: object): Promise<{ error?: unknown }>;
  /** Said when it was sent: the id of a message. */
  sent: string;
}

/** Sends for a code, and counts down until it may be sent for again. */
export function CodeButton({ name, seconds, request, send: sendCode, sent }: CodeButtonProps) {
  const intl = useIntl();
  const toasts = useToasts();
  const machine = useMemo(
    () =>
      resendMachine.provide(
        resendActors(
          name,
          async (asked) => {
            const { error } = await sendCode(asked as object);
            if (!error) return { ok: true };
            const refusal = asRefusal(error);
            toasts.refused(refusal);
            return { ok: false, code: refusal.code, message: refusal.message };
          },
          () => toasts.success(sent),
        ),
      ),
    [name, sendCode, sent, toasts],
  );
  const [state, send] = useMachine(machine, { input: { seconds, until: keptWait(name), now: serverNow } });
  const counting = state.matches("counting");
  const ask = async () => {
    const asked = await request();
    if (asked !== undefined) send({ type: "send", request: asked });
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
