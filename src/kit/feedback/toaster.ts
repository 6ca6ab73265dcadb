import { OverlayToaster, type Toaster } from "@blueprintjs/core";
import { createRoot, type Root } from "react-dom/client";

export interface ToasterHost {
  show(intent: "success" | "warning" | "danger", text: string): void;
  close(): void;
}

const icons = { success: "tick-circle", warning: "warning-sign", danger: "error" } as const;
const shownMs = { success: 3000, warning: 6000, danger: 8000 } as const;

/** Toasts at the top of the page, made when the first one is shown. The same words are one toast, however often they are said. */
export const createToasterHost = (): ToasterHost => {
  let root: Root | undefined;
  let made: Promise<Toaster> | undefined;
  const make = (): Promise<Toaster> =>
    OverlayToaster.create(
      { position: "top", maxToasts: 4, className: "gh-toasts" },
      {
        domRenderer: (element, container) => {
          root = createRoot(container);
          root.render(element);
        },
      },
    );
  return {
    show(intent, text) {
      made ??= make();
      void made.then((toaster) =>
        toaster.show({ intent, icon: icons[intent], message: text, timeout: shownMs[intent] }, `${intent} ${text}`),
      );
    },
    close() {
      const ending = root;
      root = undefined;
      made = undefined;
      if (ending) queueMicrotask(() => ending.unmount());
    },
  };
};
