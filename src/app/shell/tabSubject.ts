import { useEffect } from "react";
import { useDispatch } from "react-redux";
import { useViewLocation } from "#src/kit/view/viewLocation.ts";
import { tabsSlice } from "#store/tabs.ts";

/** Names the record that the view shows in its tab and in the window; undefined while it is not known. */
export const useViewSubject = (name: string | undefined): void => {
  const dispatch = useDispatch();
  const { path } = useViewLocation();
  const subject = name ?? "";
  useEffect(() => {
    dispatch(tabsSlice.actions.subject({ path, subject }));
  }, [dispatch, path, subject]);
};
