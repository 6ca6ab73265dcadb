import { loadPart } from "#src/kit/part/loadPart.ts";
import { onServerBack } from "#src/kit/part/serverBack.ts";
import type { OpenToaster } from "./toasts.ts";

export interface ToasterHost {
  show(intent: "success" | "warning" | "danger", text: string): void;
  close(): void;
}

const icons = { success: "tick-circle", warning: "warning-sign", danger: "error" } as const;
const shownMs = { success: 3000, warning: 6000, danger: 8000 } as const;

/**
 * Toasts at the top of the page, loaded and made when the first one is shown. The same words are one toast, however often they are said.
 * Where what draws them does not come, they are shown once the server is back.
 */
export const createToasterHost = (): ToasterHost => {
  let made: Promise<OpenToaster> | undefined;
  const open = (): Promise<OpenToaster> => loadPart(async () => (await import("./toasts.ts")).openToaster());
  const host: ToasterHost = {
    show(intent, text) {
      const opening = made ?? open();
      made = opening;
      opening.then(
        ({ toaster }) => toaster.show({ intent, icon: icons[intent], message: text, timeout: shownMs[intent] }, `${intent} ${text}`),
        () => {
          if (made === opening) made = undefined;
          onServerBack(() => host.show(intent, text));
        },
      );
    },
    close() {
      void made?.then(
        ({ close }) => close(),
        () => undefined,
      );
      made = undefined;
    },
  };
  return host;
};
