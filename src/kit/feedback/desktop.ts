/** Whether the browser shows notifications of this page: `default` where it was not asked yet, `none` where it cannot. */
export type DesktopState = NotificationPermission | "none";

export const desktopState = (): DesktopState => (window.isSecureContext && "Notification" in window ? Notification.permission : "none");

/** Has the browser ask, where nobody has answered it yet. */
export const askDesktop = async (): Promise<DesktopState> => {
  const state = desktopState();
  return state === "default" ? await Notification.requestPermission() : state;
};
