import { useEffect } from "react";

let name = "";
let mark = "";

const show = (): void => {
  document.title = `${mark}${name}`;
};

/** Names the window while the caller is shown. */
export const useWindowTitle = (title: string): void => {
  useEffect(() => {
    name = title;
    show();
  }, [title]);
};

/** What stands in front of the window's name, whichever that is by then; empty for nothing. */
export const markWindow = (text: string): void => {
  mark = text;
  show();
};
