import { useMachine } from "@xstate/react";
import { useMemo } from "react";
import { useIntl } from "react-intl";
import { resendMachine, type SendResult, type Unsent } from "#machines/resend.ts";
import { keptWait, resendActors } from "#src/actors/login.ts";
import { serverNow } from "#store/serverClock.ts";
import { GateButton } from "./gateParts.tsx";

interface SendCodeProps {
  /** Names the wait, so that each page counts its own. */
  name: string;
  seconds: number;
  /** False keeps the button from sending, for example while the phone is not right. */
  ready(): boolean;
  request(): unknown;
  ask(request: unknown): Promise<SendResult>;
  told(): void;
  refused(message: string, code: Unsent["code"]): void;
}

/** Sends a code and counts down until it may send another. */
export function SendCode({ name, seconds, ready, request, ask, told, refused }: SendCodeProps) {
  const intl = useIntl();
  const machine = useMemo(
    () =>
      resendMachine.provide(
        resendActors(
          name,
          async (asked) => {
            const result = await ask(asked);
            if (!result.ok) refused(result.message, result.code);
            return result;
          },
          told,
        ),
      ),
    [name, ask, told, refused],
  );
  const [state, send] = useMachine(machine, { input: { seconds, until: keptWait(name), now: serverNow } });
  const counting = state.matches("counting");
  return (
    <GateButton
      disabled={counting}
      busy={state.matches("sending")}
      onClick={() => {
        if (ready()) send({ type: "send", request: request() });
      }}
    >
      {counting
        ? intl.formatMessage({ id: "gate.sendAgain" }, { seconds: state.context.remaining })
        : intl.formatMessage({ id: "gate.sendCode" })}
    </GateButton>
  );
}
