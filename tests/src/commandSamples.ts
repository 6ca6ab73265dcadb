import type { DeviceWhole, PointNow, SlaveNow } from "#contract/resources/device.ts";
import type { OrderRow } from "#contract/resources/order.ts";

// jsdom has no layout.
Element.prototype.scrollIntoView ??= () => undefined;

export const device = { id: "d", name: "Boiler 1" } as DeviceWhole;
export const slave = { no: 1, name: "Main" } as SlaveNow;

export const writing = { integerDigits: null, startBit: null, endBit: null, sendFormula: "" };
/** A writable number in °C with one decimal, but for these fields. */
export const point = (fields: Partial<PointNow> = {}): PointNow => ({
  ...{ id: "p", address: "1", name: "设定", nameEn: "Set point", unit: "°C", valueType: "float32", decimals: 1, writable: true },
  ...{ min: null, max: null, storeMode: 1, enumeration: [], value: 20, ts: null, writing },
  ...fields,
});

export const order: OrderRow = {
  ...{ id: "o", name: "Night", recipeId: "r", recipeName: "Boiler", slave: null, values: [], remark: "" },
  ...{ companyName: "North", changeable: true, updatedAt: "2026-01-01T00:00:00.000Z", version: 1 },
};
