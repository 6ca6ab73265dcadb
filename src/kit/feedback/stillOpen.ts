import { useCallback, useEffect, useRef } from "react";

/** Asks whether what waits for an answer is still there to show it. */
export const useStillOpen = (): (() => boolean) => {
  const open = useRef(false);
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);
  return useCallback(() => open.current, []);
};
