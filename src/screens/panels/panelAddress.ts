export const panelsView = "/template/ui";
export const panelEditorView = "/template/ui/edit";
export const panelCommandsView = "/template/uicmd";
export const panelCheckView = "/template/uicmdCheck";
export const panelLinksView = "/company/companyUI";
export const panelView = "/panel";

/** The layout of a panel. */
export const panelEditorAddress = (id: string): string => `${panelEditorView}?id=${encodeURIComponent(id)}`;

/** The commands of a panel. */
export const panelCommandsAddress = (uiId: string): string => `${panelCommandsView}?uiId=${encodeURIComponent(uiId)}`;

/** What the commands of a panel would send. */
export const panelCheckAddress = (uiId: string): string => `${panelCheckView}?uiId=${encodeURIComponent(uiId)}`;

/** The organisations that a panel is linked to. */
export const panelLinksAddress = (uiId: string): string => `${panelLinksView}?uiId=${encodeURIComponent(uiId)}`;

/** A panel of a device, without the console around it. */
export const panelAddress = (deviceId: string, panelId: string): string =>
  `${panelView}?device=${encodeURIComponent(deviceId)}&panel=${encodeURIComponent(panelId)}`;
