import { describe, expect, it } from "vitest";
import { pointTable } from "#contract/pointTable.ts";
import { pointFields } from "#contract/resources/deviceDataRecipe.ts";
import { cellsOf, namesOf, type PointNames, type PointValues, pointIn } from "#src/screens/template/sheet/pointCells.ts";
import { openJudge } from "#src/screens/template/sheet/pointFaults.ts";

const names: PointNames = {
  categoryId: namesOf([{ id: "c1", name: "电气", nameEn: "Electricity" }], "en"),
  iconGroupId: namesOf([{ id: "i1", name: "Pump" }], "en"),
};
const point = (differences: object = {}): PointValues => {
  const { recipeId, sort, ...rest } = pointFields.parse({ recipeId: "r", name: "Flow", address: "1", ...differences });
  return rest;
};
const full = point({
  ...{ nameEn: "f", valueType: "uint64", startBit: 0, endBit: 3, receiveFormula: "-x*2", sendFormula: "x/2", unit: "m³/h", decimals: 0 },
  ...{ integerDigits: 4, min: -1.5, max: 1e21, categoryId: "c1", iconGroupId: "i1", defaultValue: "0", dataSource: "note", storeMode: 2 },
  ...{ display: false, writable: true, auth: 1, registerType: "coil", byteOrder: "little", wordOrder: "little", coding: "bcd" },
  ...{
    registers: 2,
    pollSeconds: 60,
    enumeration: [
      { value: -1, label: "a=b;c|d\\e", labelEn: "" },
      { value: 0.5, label: "半", labelEn: "Half" },
    ],
  },
});

describe("cells of a data point", () => {
  it.each(["zh", "en"] as const)("stand in %s for every field and are read back as they were", (language) => {
    for (const each of [full, point()]) {
      const cells = cellsOf(each, language, names);
      const { values, faults } = pointIn(cells, names);
      expect([...faults]).toEqual([]);
      expect(values).toEqual(each);
    }
  });

  it("have a column for every field but its template and its place", () => {
    const fields = Object.keys(pointFields.shape).filter((name) => name !== "recipeId" && name !== "sort");
    expect(pointTable.map(({ id }) => id).sort()).toEqual(fields.sort());
  });

  it("are read in either language, whatever their case, width and blanks", () => {
    const read = (cells: Record<string, string>) => pointIn({ name: "n", address: "1", ...cells }, names);
    expect(
      read({ writable: "是", display: " no ", storeMode: "变化时存储", registerType: "COIL", min: "１２.5", max: " −3 " }).values,
    ).toMatchObject({
      ...{ writable: true, display: false, storeMode: 2, registerType: "coil", min: 12.5, max: -3 },
    });
    expect(read({ categoryId: "电气", iconGroupId: "pump" }).values).toMatchObject({ categoryId: "c1", iconGroupId: "i1" });
    expect(read({ enumeration: "0＝关｜Off；1＝开" }).values.enumeration).toEqual([
      { value: 0, label: "关", labelEn: "Off" },
      { value: 1, label: "开", labelEn: "" },
    ]);
    expect(read({ valueType: "", storeMode: "", display: "", coding: "" }).values).toMatchObject({
      ...{ valueType: "float32", storeMode: 1, display: true, coding: "binary" },
    });
  });

  it("keep a record that is not offered here by its id", () => {
    const cells = cellsOf(point({ categoryId: "elsewhere" }), "en", names);
    expect(cells.categoryId).toBe("#elsewhere");
    expect(pointIn(cells, names).values.categoryId).toBe("elsewhere");
  });

  it.each([
    ["min", "1,5", "rule.number"],
    ["min", "0x10", "rule.number"],
    ["startBit", "two", "rule.number"],
    ["valueType", "int17", "rule.attribute.choice"],
    ["writable", "maybe", "rule.attribute.choice"],
    ["enumeration", "0:off", "pointSheet.fault.enumeration"],
    ["enumeration", "x=off", "pointSheet.fault.enumeration"],
    ["categoryId", "Steam", "pointSheet.fault.categoryId"],
    ["iconGroupId", "Steam", "pointSheet.fault.iconGroupId"],
  ] as const)("of %s that hold %j are told apart by %s", (id, text, message) => {
    expect(pointIn({ name: "n", address: "1", [id]: text }, names).faults.get(id)).toBe(message);
  });
});

describe("what is wrong with the rows of a sheet", () => {
  const faultsOf = (...rows: Record<string, string>[]) => {
    const judged = openJudge(names).all(rows.map((cells, at) => ({ key: `k${at}`, cells: { name: "n", address: `${at}`, ...cells } })));
    return [...judged].map(([, { faults }]) => Object.fromEntries([...faults].map(([id, { message }]) => [id, message])));
  };

  it("is what the contract says of a point, at its cell", () => {
    expect(faultsOf({ name: "" })).toEqual([{ name: "rule.required" }]);
    expect(faultsOf({ address: "a b" })).toEqual([{ address: "rule.address" }]);
    expect(faultsOf({ receiveFormula: "x +1" })).toEqual([{ receiveFormula: "rule.formula" }]);
    expect(faultsOf({ startBit: "5", endBit: "2" })).toEqual([{ endBit: "rule.bits" }]);
    expect(faultsOf({ min: "5", max: "2" })).toEqual([{ max: "rule.range" }]);
    expect(faultsOf({ decimals: "11" })).toEqual([{ decimals: "rule.greatest" }]);
    expect(faultsOf({ min: "x", max: "y", name: "" })).toEqual([{ min: "rule.number", max: "rule.number", name: "rule.required" }]);
  });

  it("is what two rows share that devices tell them apart by, in both of them", () => {
    const taken = "code.addressRepeated";
    expect(faultsOf({ address: "1" }, { address: "1" })).toEqual([{ address: taken }, { address: taken }]);
    expect(faultsOf({ address: "1", startBit: "1" }, { address: "1", endBit: "2" })).toEqual([{}, {}]);
    expect(faultsOf({ address: "1", startBit: "1" }, { address: "1", endBit: "1" })).toEqual([{ address: taken }, { address: taken }]);
    expect(faultsOf({ nameEn: "f" }, { nameEn: "f" })).toEqual([{ nameEn: taken }, { nameEn: taken }]);
    expect(faultsOf({ nameEn: "x" }, { address: "x" })).toEqual([{ nameEn: taken }, { address: taken }]);
    expect(faultsOf({ nameEn: "x", address: "x" }, { address: "x", startBit: "1" })).toEqual([{}, {}]);
  });
});
