import { useCallback } from "react";
import type { ArgumentOf, Call } from "#contract/kit/call.ts";
import { useServices } from "#src/app/servicesContext.ts";
import { useToasts } from "#src/kit/feedback/feedback.ts";
import { saveFile } from "#src/kit/file/saveFile.ts";

/** Downloads what a call with answer `file` gives, under the name that the server says. */
export const useDownload = (): (<C extends Call>(call: C, request: ArgumentOf<C>) => Promise<void>) => {
  const { transport } = useServices();
  const toasts = useToasts();
  return useCallback(
    async (call, request) => {
      const answer = await transport.file(call, request as object);
      if ("error" in answer) {
        toasts.refused(answer.error);
        return;
      }
      saveFile(answer.blob, answer.name);
    },
    [transport, toasts],
  );
};
