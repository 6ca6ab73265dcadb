export const deviceView = "/devices/deviceDatail";

export const deviceAddress = (deviceId: string): string => `${deviceView}?id=${encodeURIComponent(deviceId)}`;
