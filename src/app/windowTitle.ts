import { useEffect } from "react";

/** Names the window while the caller is shown. */
export const useWindowTitle = (title: string): void => {
  useEffect(() => {
    document.title = title;
  }, [title]);
};
