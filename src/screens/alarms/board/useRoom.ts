import { type RefObject, useLayoutEffect, useState } from "react";

const most = 60;

/** How many rows of the board have room, whatever its size; undefined until it is measured. Rows are as high as its `--gh-opboard-row` says. */
export const useRoom = (list: RefObject<HTMLElement | null>): number | undefined => {
  const [room, setRoom] = useState<number>();
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const measure = () => {
      const row = element.querySelector(".gh-opboard-measure")?.clientHeight ?? 0;
      if (row > 0 && element.clientHeight > 0) setRoom(Math.min(most, Math.max(1, Math.floor(element.clientHeight / row))));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [list]);
  return room;
};
