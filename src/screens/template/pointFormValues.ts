import type { FieldValues } from "react-hook-form";
import type { PointRow } from "#contract/resources/deviceDataRecipe.ts";

const blankRegisters = {
  ...{ registerType: null, byteOrder: "big", wordOrder: "big", coding: "binary", registers: null, pollSeconds: null },
};

export const blankPoint = (recipeId: string): FieldValues => ({
  ...{ recipeId, name: "", nameEn: "", address: "", categoryId: null, sort: 0 },
  ...{
    valueType: "float32",
    startBit: null,
    endBit: null,
    decimals: null,
    integerDigits: null,
    unit: "",
    defaultValue: "",
    dataSource: "",
    iconGroupId: null,
  },
  ...{ min: null, max: null, enumeration: [], storeMode: 1, display: true, writable: false, auth: 0 },
  ...{ receiveFormula: "", sendFormula: "" },
  ...blankRegisters,
});

export const pointValues = ({ id: _id, version: _version, ...point }: PointRow): FieldValues => ({
  ...point,
  enumeration: point.enumeration.map((entry) => ({ ...entry })),
});

export const blankEntry = (): FieldValues => ({ value: undefined, label: "", labelEn: "" });
