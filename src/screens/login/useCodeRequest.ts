import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import { useCallback } from "react";
import { useIntl } from "react-intl";
import { codes } from "#contract/codes.ts";
import type { SendResult } from "#machines/resend.ts";
import { useServices } from "#src/app/servicesContext.ts";
import { asRefusal, refusalText } from "#src/kit/feedback/refusalText.ts";
import type { State } from "#store/store.ts";
import type { Refusal } from "#store/transport.ts";

/** A handle of a call that sends a code, as far as it is needed here. */
interface CodeCall {
  initiate(
    arg: never,
    options: { track: false },
  ): ThunkAction<PromiseLike<{ data?: { seconds: number } | undefined; error?: unknown }>, State, unknown, UnknownAction>;
}

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
      const send = () => {
        const sending = call.initiate(request as never, { track: false });
        return store.dispatch((...given: Parameters<typeof sending>) => sending(...given));
      };
      const first = await send();
      // The refusal of a page that was open for long brought what was missing.
      const { error, data } = first.error && asRefusal(first.error).code === codes.pageStale.code ? await send() : first;
      if (!error) return { ok: true, ...(data ? { seconds: data.seconds } : {}) };
      const refusal = asRefusal(error);
      return { ok: false, code: refusal.code, message: words(refusal) };
    },
    [store, words, call],
  );
};
