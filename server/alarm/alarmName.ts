/** An alarm is named by its device and its rule: one rule raises it for many. */
export const alarmName = (device: string | undefined, rule: string): string => [device, rule].filter(Boolean).join(" · ");
