import { useCallback, useLayoutEffect, useRef } from "react";
import { type NavigateOptions, type To, useNavigate } from "react-router-dom";

export type Go = (to: To, options?: NavigateOptions) => void;

/** Leads to a whole address. The router's own is another one after each navigation, and what is memoised over it would be made anew. */
export const useGo = (): Go => {
  const navigate = useNavigate();
  const latest = useRef(navigate);
  useLayoutEffect(() => {
    latest.current = navigate;
  }, [navigate]);
  return useCallback((to, options) => void latest.current(to, options), []);
};
