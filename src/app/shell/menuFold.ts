import { useEffect, useState } from "react";
import { useDisplay, useSetDisplay } from "#src/app/theme/useDisplay.ts";
import { throttle } from "./throttle.ts";

export const narrowBelow = 800;
export const resizeWait = 400;

/** Whether the window is narrower than 800 px; looked at once every 400 ms at most. */
export const useNarrow = (): boolean => {
  const [narrow, setNarrow] = useState(() => window.innerWidth < narrowBelow);
  useEffect(() => {
    const look = throttle(() => setNarrow(window.innerWidth < narrowBelow), resizeWait);
    window.addEventListener("resize", look.call);
    look.call();
    return () => {
      window.removeEventListener("resize", look.call);
      look.cancel();
    };
  }, []);
  return narrow;
};

/** The fold of the left menu: the user's own in a wide window; folded in a narrow one until the user unfolds it there. */
export const useMenuFold = (): [folded: boolean, toggle: () => void] => {
  const { collapsed } = useDisplay();
  const setDisplay = useSetDisplay();
  const narrow = useNarrow();
  const [before, setBefore] = useState(narrow);
  const [unfolded, setUnfolded] = useState(false);
  if (before !== narrow) {
    setBefore(narrow);
    setUnfolded(false);
  }
  if (narrow) return [!unfolded, () => setUnfolded(!unfolded)];
  return [collapsed, () => setDisplay("collapsed", !collapsed)];
};
