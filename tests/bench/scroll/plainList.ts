import { devices } from "./devices.ts";

export const openPlainList = (place: HTMLElement): void => {
  const list = document.createElement("div");
  list.className = "plain";
  list.append(
    ...devices.map(() => {
      const row = document.createElement("div");
      row.className = "plain-row";
      return row;
    }),
  );
  place.append(list);
};
