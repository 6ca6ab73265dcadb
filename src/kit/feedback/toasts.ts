import { OverlayToaster, type Toaster } from "@blueprintjs/core";
import { createRoot, type Root } from "react-dom/client";

export interface OpenToaster {
  readonly toaster: Toaster;
  close(): void;
}

/** Makes the place at the top of the page where toasts are shown. */
export const openToaster = async (): Promise<OpenToaster> => {
  let root: Root | undefined;
  const toaster = await OverlayToaster.create(
    { position: "top", maxToasts: 4, className: "gh-toasts" },
    {
      domRenderer: (element, container) => {
        root = createRoot(container);
        root.render(element);
      },
    },
  );
  return { toaster, close: () => queueMicrotask(() => root?.unmount()) };
};
