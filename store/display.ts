import { createSlice, type PayloadAction } from "@reduxjs/toolkit";

export const buttonTypes = ["primary", "success", "info", "warning", "danger"] as const;
export type ButtonType = (typeof buttonTypes)[number];
/** The button type that was chosen, or the product's own where it is none. */
export const buttonTypeOf = (chosen: string): ButtonType => buttonTypes.find((type) => type === chosen) ?? "info";
export const themePresets = ["#3c8dbc", "#e49", "#1a3257", "#1C2C49", "#fff"] as const;
export const pickerStart = "#409EFF";
export const activePresets = { white: "#ffffff", black: "#000000", red: "#ff0000" } as const;

export interface Display {
  /** How often a setting was changed. */
  count: number;
  theme: string;
  activeColor: string;
  buttonColor: string;
  titleColor: string;
  dialogTitleColor: string;
  mode: "light" | "dark" | "system";
  density: "dense" | "comfortable";
  collapsed: boolean;
}

export const defaultDisplay: Display = {
  count: 0,
  theme: "#1C2C49",
  activeColor: "#6dc0dc",
  buttonColor: "info",
  titleColor: "",
  dialogTitleColor: "dialogblack",
  mode: "system",
  density: "dense",
  collapsed: false,
};

export const displaySlice = createSlice({
  name: "display",
  initialState: defaultDisplay,
  reducers: {
    /** Changes one setting; a key that does not exist changes and adds nothing. */
    set(state, { payload }: PayloadAction<{ key: string; value: unknown }>) {
      if (!Object.hasOwn(defaultDisplay, payload.key)) return state;
      const before = defaultDisplay[payload.key as keyof Display];
      if (typeof payload.value !== typeof before) return state;
      const count = payload.key === "count" ? payload.value : state.count + 1;
      return { ...state, [payload.key]: payload.value, count: Number(count) };
    },
    restore(_state, { payload }: PayloadAction<Partial<Display>>) {
      return { ...defaultDisplay, ...payload };
    },
  },
});
