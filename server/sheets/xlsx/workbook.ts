import { posix } from "node:path";
import { SheetFault } from "#server/sheets/fault.ts";
import { isTrue, readXml } from "./xmlEvents.ts";
import type { ZipParts } from "./zipParts.ts";

interface Relation {
  id: string;
  /** The last word of its type's address. */
  kind: string;
  /** The name of the part. */
  target: string;
}

export interface Workbook {
  from1904: boolean;
  sheets: { name: string; hidden: boolean; part: string }[];
  styles: string | undefined;
  sharedTexts: string | undefined;
}

/** Undefined where the package is no workbook. */
export const readWorkbook = async (parts: ZipParts): Promise<Workbook | undefined> => {
  const part = (await relationsOf(parts, "")).find(({ kind }) => kind === "officeDocument")?.target ?? "xl/workbook.xml";
  if (!parts.has(part) || !part.endsWith(".xml")) return undefined;
  const relations = await relationsOf(parts, part);
  const listed: { name: string; hidden: boolean; id: string }[] = [];
  let from1904 = false;
  let isWorkbook = false;
  await readXml(parts.text(part), {
    open: (name, attributes) => {
      if (name === "workbook") isWorkbook = true;
      else if (name === "workbookPr") from1904 = isTrue(attributes.date1904);
      else if (name === "sheet")
        listed.push({
          name: attributes.name ?? "",
          hidden: attributes.state === "hidden" || attributes.state === "veryHidden",
          id: relationIdOf(attributes),
        });
    },
  });
  if (!isWorkbook) return undefined;
  const partOf = (kind: string): string | undefined => relations.find((relation) => relation.kind === kind)?.target;
  const sheets = listed.flatMap(({ name, hidden, id }) => {
    const relation = relations.find((candidate) => candidate.id === id);
    if (!relation) throw new SheetFault("torn");
    return relation.kind === "worksheet" ? [{ name, hidden, part: relation.target }] : [];
  });
  return { from1904, sheets, styles: partOf("styles"), sharedTexts: partOf("sharedStrings") };
};

const relationIdOf = (attributes: Readonly<Record<string, string>>): string =>
  Object.entries(attributes).find(([name]) => name.endsWith(":id"))?.[1] ?? "";

const relationsOf = async (parts: ZipParts, part: string): Promise<Relation[]> => {
  const folder = posix.dirname(part);
  const source = posix.join(folder, "_rels", `${posix.basename(part)}.rels`);
  const relations: Relation[] = [];
  if (!parts.has(source)) return relations;
  await readXml(parts.text(source), {
    open: (name, { Id: id = "", Type: type = "", Target: target = "" }) => {
      if (name === "Relationship")
        relations.push({ id, kind: type.slice(type.lastIndexOf("/") + 1), target: posix.resolve("/", folder, target).slice(1) });
    },
  });
  return relations;
};
