import { useContext, useEffect } from "react";
import { useIntl } from "react-intl";
import { useDispatch } from "react-redux";
import { languageOf } from "#src/kit/value/readersLanguage.ts";
import { tabsSlice } from "#store/tabs.ts";
import { useViewLocation, ViewLocationContext } from "./viewLocation.ts";

/** Names the record that the view shows in its tab and in the window; undefined while it is not known. */
export const useViewSubject = (name: string | undefined): void => {
  const dispatch = useDispatch();
  const { path } = useViewLocation();
  const subject = name ?? "";
  useEffect(() => {
    dispatch(tabsSlice.actions.subject({ path, subject }));
  }, [dispatch, path, subject]);
};

/** Gives the view's tab and the window the title that stands over the view; undefined leaves them the name in the menu. */
export const useViewTitle = (title: string | undefined): void => {
  const dispatch = useDispatch();
  const language = languageOf(useIntl());
  const view = useContext(ViewLocationContext);
  const path = view?.path;
  const search = view?.search.toString() ?? "";
  useEffect(() => {
    if (path !== undefined && title !== undefined) dispatch(tabsSlice.actions.titled({ path, search, language, title }));
  }, [dispatch, path, search, language, title]);
};
