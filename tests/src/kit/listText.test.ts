import { expect, it } from "vitest";
import { listText, textLines } from "#src/kit/value/listText.ts";

it("names side by side are kept apart in both languages", () => {
  expect(listText({ locale: "zh" }, ["水泵 1", "水泵 2", "水泵 3"])).toBe("水泵 1、水泵 2、水泵 3");
  expect(listText({ locale: "en" }, ["Pump 1", "Pump 2"])).toBe("Pump 1, Pump 2");
  expect(listText({ locale: "zh" }, [])).toBe("");
});

it("what there is to say stands on lines of its own, and nothing takes none", () => {
  expect(textLines("", "one", "", "two")).toBe("one\ntwo");
});
