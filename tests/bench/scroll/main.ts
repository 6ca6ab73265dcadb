import "./scroll.css";

const frameTimes: number[] = [];
const note = (at: number): void => {
  frameTimes.push(at);
  requestAnimationFrame(note);
};
requestAnimationFrame(note);
Object.assign(window, { frameTimes });

const place = document.getElementById("root");
if (!place) throw new Error("the page has no place for the application");
const { search } = window.location;
if (search === "?plain") (await import("./plainList.ts")).openPlainList(place);
else if (search === "?ag") (await import("./agGrid.ts")).openAgGrid(place);
else (await import("./kitTable.tsx")).openKitTable(place);
