import { forgetDrafts, hasDraft } from "./draft.ts";

/** A form that is being filled in. */
export interface OpenForm {
  /** Path of the view that it stands in. */
  readonly place: string;
  isDirty(): boolean;
  /** Lets go of what was typed; nothing of it is kept when the form goes. */
  forget(): void;
}

const openForms = new Set<OpenForm>();

/** Counts the form among those that are open, until the returned function is called. */
export const holdForm = (form: OpenForm): (() => void) => {
  openForms.add(form);
  return () => void openForms.delete(form);
};

/** Whether something was typed in the view at `place` and neither saved nor given up: in an open form, or in the draft of one that was left. */
export const hasUnsaved = (storage: Storage, userId: string, place: string): boolean =>
  [...openForms].some((form) => form.place === place && form.isDirty()) || hasDraft(storage, userId, place);

/** Gives up what was typed in the view at `place`. */
export const forgetUnsaved = (storage: Storage, userId: string, place: string): void => {
  for (const form of openForms) if (form.place === place) form.forget();
  forgetDrafts(storage, userId, place);
};
