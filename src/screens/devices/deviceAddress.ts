export const deviceView = "/devices/deviceDatail";

export const deviceAddress = (deviceId: string): string => `${deviceView}?id=${encodeURIComponent(deviceId)}`;

export const slaveView = "/devices/lower_computer/details";

/** One slave of a device, by the slave's own id. */
export const slaveAddress = (slaveId: string): string => `${slaveView}?id=${encodeURIComponent(slaveId)}`;

export const communicationView = "/devices/communicate/details";

/** What went between a device and the server. */
export const communicationAddress = (deviceId: string): string => `${communicationView}?id=${encodeURIComponent(deviceId)}`;

export const connectView = "/devices/connect";

/** How a device connects, and what arrives of it. */
export const connectAddress = (deviceId: string): string => `${connectView}?id=${encodeURIComponent(deviceId)}`;

/** How devices of a model connect; one of them is chosen there. */
export const connectModelAddress = (modelId: string): string => `${connectView}?model=${encodeURIComponent(modelId)}`;
