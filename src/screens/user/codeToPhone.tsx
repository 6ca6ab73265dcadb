import { useCallback } from "react";
import { limits } from "#contract/limits.ts";
import { useServices } from "#src/app/servicesContext.ts";
import { authCalls } from "#store/handles/auth.ts";
import { CodeButton } from "./codeButton.tsx";

interface CodeToPhoneProps {
  /** Names the wait, so that each phone counts its own. */
  name: string;
  /** The phone, or nothing while it is not right. */
  phone(): Promise<string | undefined>;
}

/** Sends a code of who is signed in to a phone, and counts down until it may send another. */
export function CodeToPhone({ name, phone }: CodeToPhoneProps) {
  const { store } = useServices();
  const send = useCallback(
    (request: object) => store.dispatch(authCalls.send_auth_pass_code.initiate(request as { phone: string }, { track: false })),
    [store],
  );
  const request = async () => {
    const to = await phone();
    return to === undefined ? undefined : { phone: to };
  };
  return <CodeButton name={name} seconds={limits.resend.loginSeconds} request={request} send={send} sent="gate.codeSentLong" />;
}
