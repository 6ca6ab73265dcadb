let able = true;

/** Whether the browser shows notifications of this page: `default` where it was not asked yet, `none` where it cannot. */
export type DesktopState = NotificationPermission | "none";

export const desktopState = (): DesktopState =>
  able && window.isSecureContext && "Notification" in window ? Notification.permission : "none";

/** Undefined where the browser cannot after all: those of phones have notifications for service workers alone, and say so only here. */
export const showOnDesktop = (title: string, options: NotificationOptions): Notification | undefined => {
  try {
    return new Notification(title, options);
  } catch (fault) {
    if (!(fault instanceof TypeError)) throw fault;
    able = false;
    return undefined;
  }
};

/** Has the browser ask, where nobody has answered it yet. */
export const askDesktop = async (): Promise<DesktopState> => {
  const state = desktopState();
  return state === "default" ? await Notification.requestPermission() : state;
};
