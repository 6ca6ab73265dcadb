import { z } from "zod";
import { id } from "#contract/kit/page.ts";
import { optionalText, paragraph, pictureAddress, text } from "#contract/kit/text.ts";
import { limits } from "#contract/limits.ts";
import { slaveNumber } from "#contract/slaveNumber.ts";

const { columns, rows } = limits.panel;
const cell = (least: number, most: number) =>
  z.number("rule.panel.outside").int("rule.panel.outside").min(least, "rule.panel.outside").max(most, "rule.panel.outside");

/** Where an element stands, in cells of the grid from 0 on, and how many it covers. */
const area = { x: cell(0, columns - 1), y: cell(0, rows - 1), w: cell(1, columns), h: cell(1, rows) };
const title = optionalText(limits.names.template);
const bound = { slave: slaveNumber, pointId: id };
const scale = z.number("rule.number").nullable().default(null);

export const panelElement = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("value"), ...area, ...bound, title }),
  /** Its ends are those of the data point unless it has its own. */
  z.object({ kind: z.literal("gauge"), ...area, ...bound, title, min: scale, max: scale }),
  /** The last 24 hours. */
  z.object({ kind: z.literal("curve"), ...area, ...bound, title }),
  /** The picture that the data point has for its value, or a text for it. */
  z.object({
    kind: z.literal("state"),
    ...area,
    ...bound,
    title,
    texts: z
      .array(z.object({ value: text(limits.iconGroup.value), text: text(limits.names.template) }))
      .max(limits.panel.texts)
      .default([]),
  }),
  z.object({ kind: z.literal("switch"), ...area, ...bound, title }),
  z.object({ kind: z.literal("button"), ...area, commandId: id }),
  z.object({ kind: z.literal("text"), ...area, text: paragraph(limits.remark), large: z.boolean().default(false) }),
  z.object({ kind: z.literal("image"), ...area, picture: pictureAddress }),
]);
export type PanelElement = z.output<typeof panelElement>;
export type PanelKind = PanelElement["kind"];
export type BoundElement = Extract<PanelElement, { pointId: string }>;
export type Area = Pick<PanelElement, "x" | "y" | "w" | "h">;

export const isBound = (element: PanelElement): element is BoundElement => "pointId" in element;

export const overlap = (one: Area, other: Area): boolean =>
  one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h;

export const isInside = ({ x, y, w, h }: Area): boolean => x >= 0 && y >= 0 && w >= 1 && h >= 1 && x + w <= columns && y + h <= rows;

const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

/** What a panel shows: elements on a grid, none over another. */
export const panelElements = z
  .array(panelElement)
  .max(limits.panel.elements, "rule.panel.elements")
  .superRefine((elements, context) => {
    if (bytesOf(elements) > limits.panel.bytes) context.addIssue({ code: "custom", path: [], message: "rule.panel.bytes" });
    for (const [place, one] of elements.entries()) {
      if (!isInside(one)) context.addIssue({ code: "custom", path: [place, "x"], message: "rule.panel.outside" });
      if (elements.slice(0, place).some((other) => overlap(one, other)))
        context.addIssue({ code: "custom", path: [place, "x"], message: "rule.panel.overlap" });
    }
  });

interface ShownPoint {
  readonly valueType: string;
  readonly enumeration: readonly unknown[];
  readonly writable: boolean;
  readonly storeMode: number;
}

/** Whether an element of that kind can show the data point. */
export const showsPoint = (kind: BoundElement["kind"], { valueType, enumeration, writable, storeMode }: ShownPoint): boolean => {
  switch (kind) {
    case "value":
    case "state":
      return true;
    case "gauge":
      return valueType !== "text" && valueType !== "bool";
    case "curve":
      return valueType !== "text" && storeMode !== 0;
    case "switch":
      return writable && (valueType === "bool" || enumeration.length === 2);
  }
};
