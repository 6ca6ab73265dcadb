import { describe, expect, test } from "vitest";
import { activePresets, defaultDisplay, displaySlice, pickerStart, themePresets } from "#store/display.ts";

const { set, restore } = displaySlice.actions;
const reduce = displaySlice.reducer;

describe("display settings", () => {
  test("an unknown key changes and adds nothing [S3.027]", () => {
    expect(reduce(defaultDisplay, set({ key: "fontSize", value: 20 }))).toEqual(defaultDisplay);
    expect(reduce(defaultDisplay, set({ key: "__proto__", value: "x" }))).toEqual(defaultDisplay);
  });

  test("a value of the wrong kind changes nothing", () => {
    expect(reduce(defaultDisplay, set({ key: "theme", value: 7 }))).toEqual(defaultDisplay);
  });

  test("each named setting can be changed [S3.026]", () => {
    const changes = {
      theme: "#fff",
      activeColor: "#ff0000",
      buttonColor: "danger",
      titleColor: "#2d72d2",
      dialogTitleColor: "dialogtheme",
    };
    const state = Object.entries(changes).reduce((before, [key, value]) => reduce(before, set({ key, value })), defaultDisplay);
    expect(state).toEqual({ ...defaultDisplay, ...changes, count: 5 });
    expect(reduce(state, set({ key: "count", value: 0 })).count).toBe(0);
  });

  test("restoring nothing gives the defaults", () => {
    expect(reduce({ ...defaultDisplay, theme: "#fff" }, restore({}))).toEqual(defaultDisplay);
  });

  test("the default theme colour is #1C2C49 [S9.013]", () => expect(defaultDisplay.theme).toBe("#1C2C49"));
  test("the default active colour is #6dc0dc [S9.014]", () => expect(defaultDisplay.activeColor).toBe("#6dc0dc"));
  test("the default button type is info [S9.015]", () => expect(defaultDisplay.buttonColor).toBe("info"));
  test("the default dialog style is dialogblack [S9.016]", () => expect(defaultDisplay.dialogTitleColor).toBe("dialogblack"));
  test("the theme presets are the five of the specification [S9.017]", () =>
    expect(themePresets).toEqual(["#3c8dbc", "#e49", "#1a3257", "#1C2C49", "#fff"]));
  test("the active text comes in white, black and red, the free picker starts at #409EFF", () => {
    expect(Object.keys(activePresets)).toEqual(["white", "black", "red"]);
    expect(pickerStart).toBe("#409EFF");
  });
});
