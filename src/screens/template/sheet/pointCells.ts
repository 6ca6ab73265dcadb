import type { z } from "zod";
import type { Language } from "#contract/messages.ts";
import { type PointCell, type PointColumn, pointTable } from "#contract/pointTable.ts";
import type { PointRow, pointFields } from "#contract/resources/deviceDataRecipe.ts";

export type PointValues = Omit<z.output<typeof pointFields>, "recipeId" | "sort">;
export type PointId = PointColumn["id"];
type Enumeration = PointRow["enumeration"];

/** Categories or icon groups: their ids by what they may be called, and the one name that a cell shows. */
export interface Names {
  readonly shown: ReadonlyMap<string, string>;
  readonly ids: ReadonlyMap<string, string>;
}

export interface PointNames {
  readonly categoryId: Names;
  readonly iconGroupId: Names;
}

export type NamedRecord = { readonly id: string; readonly name: string; readonly nameEn?: string };

const comparable = (text: string): string => text.normalize("NFKC").trim().toLowerCase();

/** Names of records; the first of two that are called alike is meant by the name. */
export const namesOf = (records: readonly NamedRecord[], language: Language): Names => {
  const ids = new Map<string, string>();
  for (const { id, name, nameEn = "" } of records)
    for (const text of [name, nameEn]) if (text !== "" && !ids.has(comparable(text))) ids.set(comparable(text), id);
  return { ids, shown: new Map(records.map(({ id, name, nameEn }) => [id, (language === "en" && nameEn) || name])) };
};

const marks = /[\\;=|]/g;
const masked = (text: string): string => text.replace(marks, "\\$&");

/** Cuts at a mark that no backslash stands before. */
const cutAt = (text: string, mark: ";" | "=" | "|"): string[] => {
  const parts = [""];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? "";
    if (sign === "\\") {
      parts[parts.length - 1] += sign + (text[at + 1] ?? "");
      at += 1;
    } else if (sign === mark) parts.push("");
    else parts[parts.length - 1] += sign;
  }
  return parts;
};

const unmasked = (text: string): string => text.replace(/\\(.)/gs, "$1").trim();

const enumerationText = (entries: Enumeration): string =>
  entries.map(({ value, label, labelEn }) => `${value}=${masked(label)}${labelEn === "" ? "" : `|${masked(labelEn)}`}`).join("; ");

/** What a cell cannot be read as, by the message that says so. */
class Unreadable extends Error {}

const plainNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

const numberIn = (text: string): number => {
  const plain = text.normalize("NFKC").replace("−", "-").trim();
  if (!plainNumber.test(plain)) throw new Unreadable("rule.number");
  return Number(plain);
};

const wideMarks: Readonly<Record<string, string>> = { "；": ";", "＝": "=", "｜": "|" };

const enumerationIn = (text: string): Enumeration =>
  cutAt(
    text.replace(/[；＝｜]/g, (mark) => wideMarks[mark] ?? mark),
    ";",
  )
    .filter((entry) => entry.trim() !== "")
    .map((entry) => {
      const [value = "", words, ...more] = cutAt(entry, "=");
      if (words === undefined || more.length > 0) throw new Unreadable("pointSheet.fault.enumeration");
      const [label = "", labelEn = "", ...rest] = cutAt(words, "|");
      if (rest.length > 0 || !plainNumber.test(value.trim())) throw new Unreadable("pointSheet.fault.enumeration");
      return { value: numberIn(value), label: unmasked(label), labelEn: unmasked(labelEn) };
    });

const choiceIn = (cell: PointCell & { kind: "choice" }, text: string): unknown => {
  const asked = comparable(text);
  const found = cell.choices.find(({ value, words }) =>
    [words.zh, words.en, value === null ? "" : String(value)].some((word) => comparable(word) === asked),
  );
  if (!found) throw new Unreadable("rule.attribute.choice");
  return found.value;
};

/** What a field is where its cell is empty. */
const emptyOf: Readonly<Partial<Record<PointId, unknown>>> = {
  ...{ valueType: "float32", storeMode: 1, display: true, writable: false, auth: 0 },
  ...{ registerType: null, byteOrder: "big", wordOrder: "big", coding: "binary" },
};

const read = ({ id, cell }: PointColumn, text: string, names: PointNames): unknown => {
  if (text.trim() === "" && cell.kind === "choice") return emptyOf[id];
  switch (cell.kind) {
    case "text":
      return text;
    case "number":
      return text.trim() === "" ? null : numberIn(text);
    case "choice":
      return choiceIn(cell, text);
    case "enumeration":
      return enumerationIn(text);
    case "name": {
      if (text.trim() === "") return null;
      const { ids } = names[id === "categoryId" ? "categoryId" : "iconGroupId"];
      const found = ids.get(comparable(text)) ?? (text.startsWith("#") ? text.slice(1) : undefined);
      if (found === undefined) throw new Unreadable(`pointSheet.fault.${id}`);
      return found;
    }
  }
};

export interface ReadPoint {
  readonly values: Readonly<Record<string, unknown>>;
  /** Message ids by the columns whose cells cannot be read. */
  readonly faults: ReadonlyMap<PointId, string>;
}

/** The fields that the texts of a row stand for. */
export const pointIn = (cells: Readonly<Record<string, string>>, names: PointNames): ReadPoint => {
  const values: Record<string, unknown> = {};
  const faults = new Map<PointId, string>();
  for (const column of pointTable)
    try {
      values[column.id] = read(column, cells[column.id] ?? "", names);
    } catch (fault) {
      if (!(fault instanceof Unreadable)) throw fault;
      faults.set(column.id, fault.message);
    }
  return { values, faults };
};

const cellOf = ({ id, cell }: PointColumn, value: unknown, language: Language, names: PointNames): string => {
  switch (cell.kind) {
    case "text":
      return String(value);
    case "number":
      return value === null ? "" : String(value);
    case "choice":
      return cell.choices.find((choice) => choice.value === value)?.words[language] ?? String(value);
    case "enumeration":
      return enumerationText(value as Enumeration);
    case "name":
      // One that is not offered here any more stands by its id, so that it stays as it is.
      return value === null
        ? ""
        : (names[id === "categoryId" ? "categoryId" : "iconGroupId"].shown.get(String(value)) ?? `#${String(value)}`);
  }
};

/** The texts that stand for the fields of a data point. */
export const cellsOf = (point: PointValues, language: Language, names: PointNames): Record<string, string> =>
  Object.fromEntries(pointTable.map((column) => [column.id, cellOf(column, point[column.id], language, names)]));

/** The words that a cell of the column may have; none where anything can be typed. */
export const offeredCells = ({ id, cell }: PointColumn, language: Language, names: PointNames): string[] => {
  if (cell.kind === "choice") return cell.choices.map(({ words }) => words[language]).filter((word) => word !== "");
  return id === "categoryId" || id === "iconGroupId" ? [...names[id].shown.values()] : [];
};
