export const deviceTemplatesView = "/template/device";
export const deviceTemplateAddView = "/template/deviceadd";
export const deviceTemplateEditView = "/template/deviceedit";
export const templatedDevicesView = "/template/device/devices";

/** Edits a device template. */
export const deviceTemplateAddress = (id: string): string => `${deviceTemplateEditView}?id=${encodeURIComponent(id)}`;

/** The devices that were made from one. */
export const templatedDevicesAddress = (id: string): string => `${templatedDevicesView}?id=${encodeURIComponent(id)}`;
