import { useCallback } from "react";
import { useIntl } from "react-intl";
import type { SendResult } from "#machines/resend.ts";
import { useServices } from "#src/app/servicesContext.ts";
import { asRefusal, refusalText } from "#src/kit/feedback/refusalText.ts";
import type { authCalls } from "#store/handles/auth.ts";
import type { Refusal } from "#store/transport.ts";

type CodeCall = (typeof authCalls)["send_login_pass_code" | "send_register_code" | "send_reset_pass_code" | "send_auth_pass_code"];

/** What a page before the log-in says of a refusal: the server's words, or its own where there are none. */
export const useRefusalWords = (): ((refusal: Refusal) => string) => {
  const intl = useIntl();
  return useCallback((refusal) => refusal.message || (refusalText(refusal, intl)?.text ?? ""), [intl]);
};

/** Asks the server to send a code to a phone. */
export const useCodeRequest = (call: CodeCall): ((request: unknown) => Promise<SendResult>) => {
  const { store } = useServices();
  const words = useRefusalWords();
  return useCallback(
    async (request) => {
      const sending = call.initiate(request as never, { track: false });
      const { error } = await store.dispatch((...given: Parameters<typeof sending>) => sending(...given));
      return error ? { ok: false, message: words(asRefusal(error)) } : { ok: true };
    },
    [store, words, call],
  );
};
