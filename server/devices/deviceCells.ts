import type { z } from "zod";
import { type DeviceColumnId, mobileWords, switchWords, valueOfWord } from "#contract/deviceTable.ts";
import { type MessageId, say } from "#contract/messages.ts";
import { device, leaseEndsEarly } from "#contract/resources/device.ts";
import type { TypeAttribute } from "#contract/resources/deviceType.ts";
import { attributeFault } from "#contract/typeAttribute.ts";
import { fieldFaults } from "#server/http/fieldFaults.ts";
import { idBehind, type Lookup } from "#server/imports/lookup.ts";
import type { CellFault, Cells } from "#server/imports/sheetKind.ts";
import type { DeviceNames } from "./deviceNames.ts";

export type DeviceRequest = z.output<typeof device.calls.post.request>;

/** A row as `device/post` would have it, or what is wrong with it. */
export interface ReadDevice {
  readonly request: DeviceRequest | undefined;
  readonly faults: readonly CellFault[];
}

const words = {
  type: { zh: "设备类型", en: "device type" },
  model: { zh: "型号", en: "model" },
  industry: { zh: "行业", en: "industry" },
  company: { zh: "组织", en: "organisation" },
  recipe: { zh: "数据模板", en: "data template" },
} as const;

/** Names that stand in cells are compared in the form in which names are kept. */
export const nameIn = (text: string): string => text.normalize("NFC").trim();

const plainNumber = (text: string): number => {
  const digits = text.normalize("NFKC").trim();
  return /^[+-]?\d{1,15}(\.\d{1,15})?$/.test(digits) ? Number(digits) : Number.NaN;
};

/** `2026/1/5` and `2026年1月5日` as days are written. */
const dayIn = (text: string): string => {
  const [, year, month, day] = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(text.normalize("NFKC").trim()) ?? [];
  return year && month && day ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : text.trim();
};

/** The lines of a cell, without blank ones at its end. */
export const linesOf = (text: string): string[] => {
  const lines = text.split(/\r\n?|\n/).map(nameIn);
  while (lines.length > 0 && lines.at(-1) === "") lines.pop();
  return lines;
};

const columnsOfFields: Readonly<Record<string, DeviceColumnId>> = {
  typeId: "type",
  modelId: "model",
  companyId: "company",
  slaves: "slaveNo",
};
const columnsOfSlaves: Readonly<Record<string, DeviceColumnId>> = { no: "slaveNo", name: "slaveName", recipeId: "recipe" };

const columnOf = (path: string): string => {
  const [field = "", , part] = path.split(".");
  if (field === "slaves" && part !== undefined) return columnsOfSlaves[part] ?? "slaveNo";
  return columnsOfFields[field] ?? field;
};

/** The first fault of each column. */
class Faults {
  readonly #first = new Map<string, CellFault>();

  add(column: string, message: MessageId, values?: CellFault["values"]): void {
    if (!this.#first.has(column)) this.#first.set(column, { column, message, ...(values ? { values } : {}) });
  }

  list(): CellFault[] {
    return [...this.#first.values()];
  }
}

/** `name: value` of an attribute of the type; the longest name that fits counts. */
const attributeIn = (line: string, attributes: readonly TypeAttribute[]): { attribute: TypeAttribute; value: string } | undefined => {
  let found: { attribute: TypeAttribute; value: string; length: number } | undefined;
  for (const attribute of attributes)
    for (const name of [attribute.name, attribute.nameEn]) {
      if (name === "" || name.length <= (found?.length ?? 0) || !line.startsWith(name)) continue;
      const [, value] = /^\s*[:：=]\s*(.*)$/s.exec(line.slice(name.length)) ?? [];
      if (value !== undefined) found = { attribute, value, length: name.length };
    }
  return found;
};

const attributesIn = (text: string, attributes: readonly TypeAttribute[], faults: Faults): Record<string, string> => {
  const values: Record<string, string> = {};
  for (const line of linesOf(text)) {
    if (line === "") continue;
    const found = attributeIn(line, attributes);
    if (!found) {
      faults.add("attributes", "import.attribute", { text: line });
      continue;
    }
    const { attribute, value: written } = found;
    const value =
      attribute.kind === "boolean" && written !== ""
        ? (valueOfWord(switchWords, written) ?? written)
        : attribute.kind === "date"
          ? dayIn(written)
          : written;
    const fault = attributeFault(attribute, value);
    if (fault)
      faults.add("attributes", "import.attributeValue", { name: attribute.name, why: { zh: say("zh", fault), en: say("en", fault) } });
    values[attribute.id] = value;
  }
  return values;
};

const slavesIn = (cells: Cells, recipe: (text: string) => string, faults: Faults) => {
  const numbers = linesOf(cells.slaveNo ?? "");
  const names = linesOf(cells.slaveName ?? "");
  const recipes = linesOf(cells.recipe ?? "");
  const count = Math.max(numbers.length, names.length, recipes.length);
  const lists = { slaveNo: numbers, slaveName: names, recipe: recipes };
  for (const [column, list] of Object.entries(lists)) {
    if (list.length === 0) faults.add(column, "rule.required");
    else if (list.length < count) faults.add(column, "import.slaveLines");
  }
  return Array.from({ length: count }, (_, place) => ({
    no: plainNumber(numbers[place] ?? ""),
    name: names[place] ?? "",
    recipeId: recipe(recipes[place] ?? ""),
  }));
};

export interface Reading {
  readonly names: DeviceNames;
  attributesOf(typeId: string): readonly TypeAttribute[];
  /** Whose a device is whose row names no organisation. */
  readonly companyId: string;
  /** What the device of the row has already, which it may name although nobody could choose it for a new one. */
  readonly held?: ReadonlySet<string>;
}

/** Reads the cells of one row. Names have been loaded. */
export const readDevice = (cells: Cells, { names, attributesOf, companyId, held }: Reading): ReadDevice => {
  const faults = new Faults();
  const cell = (id: DeviceColumnId): string => cells[id] ?? "";
  const reference = (column: keyof typeof words, lookup: Lookup, text: string): string => {
    const name = nameIn(text);
    if (name === "") return "";
    const found = lookup.find(name);
    if ("id" in found) return found.id;
    const own = idBehind(name) ?? name;
    if (held?.has(own)) return own;
    faults.add(column, found.fault, { text: name, what: words[column] });
    return "";
  };
  const choice = <Value extends string>(column: DeviceColumnId, of: Parameters<typeof valueOfWord<Value>>[0], usual: Value): Value => {
    const text = cell(column).trim();
    if (text === "") return usual;
    const value = valueOfWord(of, text);
    if (value !== undefined) return value;
    const all = Object.values<{ zh: string; en: string }>(of);
    faults.add(column, "rule.oneOf", {
      values: { zh: all.map(({ zh }) => zh).join("、"), en: all.map(({ en }) => en).join(", ") },
    });
    return usual;
  };
  const typeId = reference("type", names.types, cell("type"));
  const number = (column: DeviceColumnId): number | undefined => (cell(column).trim() === "" ? undefined : plainNumber(cell(column)));
  const raw = {
    name: cell("name"),
    sn: cell("sn"),
    typeId,
    modelId: reference("model", names.models, cell("model")) || null,
    industry: reference("industry", names.industries, cell("industry")),
    companyId: reference("company", names.companies, cell("company")) || companyId,
    password: cell("password"),
    lng: number("lng") ?? null,
    lat: number("lat") ?? null,
    sort: number("sort"),
    ...Object.fromEntries(
      (["dealer", "userName", "contact", "thirdPartyId", "tuyaId", "serviceInfo", "province", "city", "district", "address"] as const).map(
        (field) => [field, cell(field)],
      ),
    ),
    remark: cell("remark"),
    image: cell("image").trim(),
    installedOn: dayIn(cell("installedOn")),
    leaseStart: dayIn(cell("leaseStart")),
    leaseEnd: dayIn(cell("leaseEnd")),
    mobile: choice("mobile", mobileWords, "stop"),
    alarmNotice: choice("alarmNotice", switchWords, "1") === "1",
    attributes: typeId === "" ? {} : attributesIn(cell("attributes"), attributesOf(typeId), faults),
    slaves: slavesIn(cells, (text) => reference("recipe", names.recipes, text), faults),
  };
  const parsed = device.calls.post.request.safeParse(raw);
  if (!parsed.success) {
    for (const { path, message, values } of fieldFaults(parsed.error, raw)) {
      const column = columnOf(path);
      // A name that stands for nothing has its own words already.
      faults.add(column, message === "rule.tooShort" && cell(column as DeviceColumnId) === "" ? "rule.required" : message, values);
    }
    return { request: undefined, faults: faults.list() };
  }
  const { data } = parsed;
  const repeated = (values: readonly unknown[]): boolean => new Set(values).size < values.length;
  if (repeated(data.slaves.map(({ no }) => no))) faults.add("slaveNo", "code.slaveNumberRepeated");
  if (repeated(data.slaves.map(({ name }) => name))) faults.add("slaveName", "code.slaveNameRepeated");
  if (leaseEndsEarly(data)) faults.add("leaseEnd", "rule.lease");
  const list = faults.list();
  return list.length > 0 ? { request: undefined, faults: list } : { request: data, faults: [] };
};
