import type { z } from "zod";
import type { Language } from "#contract/messages.ts";
import { codings, orders, registerTypes } from "#contract/point/registers.ts";
import { valueTypes } from "#contract/pointValue.ts";
import type { pointFields } from "#contract/resources/deviceDataRecipe.ts";

type Field = Exclude<keyof z.output<typeof pointFields>, "recipeId" | "sort">;
type Words = Readonly<Record<Language, string>>;

/** How a cell stands for the field of a data point. */
export type PointCell =
  | { readonly kind: "text" }
  /** Empty where there is none. */
  | { readonly kind: "number" }
  | { readonly kind: "choice"; readonly choices: readonly PointChoice[] }
  /** The name of a category or of an icon group. */
  | { readonly kind: "name" }
  /** `0=Off; 1=On`, with the English word behind an upright line. */
  | { readonly kind: "enumeration" };

export interface PointChoice {
  readonly value: string | number | boolean | null;
  readonly words: Words;
}

/** A column of a table of data points: of the sheet that they are edited in, and of files. */
export interface PointColumn {
  readonly id: Field;
  readonly headings: Words & { readonly more?: readonly string[] };
  readonly cell: PointCell;
  /** px in a sheet. */
  readonly width: number;
  readonly required: boolean;
  readonly mono?: boolean;
}

const column = (
  id: Field,
  zh: string,
  en: string,
  cell: PointCell,
  width: number,
  { more = [], ...rest }: Partial<PointColumn> & { more?: readonly string[] } = {},
): PointColumn => ({
  ...{ id, headings: { zh, en, more }, cell, width, required: false },
  ...rest,
});

const plain: PointCell = { kind: "text" };
const number: PointCell = { kind: "number" };
const choice = (...choices: readonly (readonly [PointChoice["value"], string, string])[]): PointCell => ({
  kind: "choice",
  choices: choices.map(([value, zh, en]) => ({ value, words: { zh, en } })),
});
const asItIs = (values: readonly string[]): PointCell => choice(...values.map((value) => [value, value, value] as const));
const yesNo = choice([true, "是", "Yes"], [false, "否", "No"]);

const typeWords: Readonly<Record<(typeof registerTypes)[number], Words>> = {
  holding: { zh: "保持寄存器", en: "Holding register" },
  input: { zh: "输入寄存器", en: "Input register" },
  coil: { zh: "线圈", en: "Coil" },
  discrete: { zh: "离散输入", en: "Discrete input" },
};
const registerType: PointCell = {
  kind: "choice",
  choices: [{ value: null, words: { zh: "", en: "" } }, ...registerTypes.map((value) => ({ value, words: typeWords[value] }))],
};
const [big, little] = orders;
const [binary, bcd] = codings;

/** The columns in their order; whatever a data point is, but for its place. */
export const pointTable: readonly PointColumn[] = [
  column("name", "名称", "Name", plain, 170, { required: true }),
  column("nameEn", "英文名称", "English name", plain, 150),
  column("address", "数据点地址", "Point address", plain, 110, { required: true, mono: true, more: ["地址", "Address"] }),
  column("valueType", "数据类型", "Data type", asItIs(valueTypes), 90, { mono: true }),
  column("startBit", "起始位", "Start bit", number, 70),
  column("endBit", "结束位", "End bit", number, 70),
  column("receiveFormula", "接收公式", "Receive formula", plain, 130, { mono: true }),
  column("sendFormula", "发送公式", "Send formula", plain, 130, { mono: true }),
  column("unit", "单位", "Unit", plain, 70),
  column("decimals", "小数位数", "Decimal digits", number, 80),
  column("integerDigits", "整数位数", "Integer digits", number, 80),
  column("min", "下限", "Low limit", number, 80),
  column("max", "上限", "High limit", number, 80),
  column("enumeration", "枚举值", "Enumeration", { kind: "enumeration" }, 180),
  column("categoryId", "分类", "Category", { kind: "name" }, 110),
  column("iconGroupId", "图标组", "Icon group", { kind: "name" }, 110),
  column("defaultValue", "默认值", "Default value", plain, 90),
  column("dataSource", "数据来源", "Data source", plain, 110),
  column("storeMode", "存储方式", "Storage", choice([0, "不存储", "Off"], [1, "存储", "Always"], [2, "变化时存储", "On change"]), 90),
  column("display", "在设备页面显示", "Show on device pages", yesNo, 90),
  column("writable", "允许命令写入", "Writable by command", yesNo, 90),
  column(
    "auth",
    "可见范围",
    "Visible to",
    choice([0, "公开", "Public"], [1, "保密", "Secret"], [2, "不对子用户开放", "Not sub-users"]),
    120,
  ),
  column("registerType", "寄存器类型", "Register type", registerType, 120),
  column(
    "byteOrder",
    "字节顺序",
    "Byte order",
    choice([big, "高字节在前", "High byte first"], [little, "低字节在前", "Low byte first"]),
    120,
  ),
  column("wordOrder", "字顺序", "Word order", choice([big, "高字在前", "High word first"], [little, "低字在前", "Low word first"]), 120),
  column("coding", "编码", "Coding", choice([binary, "二进制", "Binary"], [bcd, "BCD", "BCD"]), 80),
  column("registers", "寄存器数", "Registers", number, 80),
  column("pollSeconds", "轮询间隔", "Poll interval", number, 90),
];
