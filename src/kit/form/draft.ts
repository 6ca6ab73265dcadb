/** What was typed and not saved, kept for the same user until the browser's tab is closed. */
export interface Draft {
  at: number;
  values: Record<string, unknown>;
  version?: number;
  /** Path of the view that the form stood in. */
  place?: string;
  /** The record that was edited, as it was then. */
  subject?: unknown;
}

const keyOf = (userId: string, form: string): string => `draft:${userId}:${form}`;

const isDraft = (value: unknown): value is Draft =>
  typeof value === "object" &&
  value !== null &&
  "at" in value &&
  typeof value.at === "number" &&
  "values" in value &&
  typeof value.values === "object" &&
  value.values !== null;

const parsed = (text: string | null): Draft | undefined => {
  if (text === null) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isDraft(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** `values` without the secrets in it; a secret is a path like `slaves.0.password`. */
export const withoutSecrets = (values: Record<string, unknown>, secrets: Iterable<string>): Record<string, unknown> => {
  const copy = structuredClone(values);
  for (const secret of secrets) {
    const steps = secret.split(".");
    const last = steps.pop() ?? "";
    let holder: unknown = copy;
    for (const step of steps) holder = typeof holder === "object" && holder !== null ? Reflect.get(holder, step) : undefined;
    if (typeof holder === "object" && holder !== null) Reflect.deleteProperty(holder, last);
  }
  return copy;
};

export const readDraft = (storage: Storage, userId: string, form: string): Draft | undefined =>
  parsed(storage.getItem(keyOf(userId, form)));

/** A full storage loses the draft and nothing else. */
export const writeDraft = (storage: Storage, userId: string, form: string, draft: Draft): boolean => {
  try {
    storage.setItem(keyOf(userId, form), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
};

export const removeDraft = (storage: Storage, userId: string, form: string): void => storage.removeItem(keyOf(userId, form));

const draftsOf = (storage: Storage, userId: string): { form: string; draft: Draft }[] => {
  const start = keyOf(userId, "");
  return Array.from({ length: storage.length }, (_, place) => storage.key(place) ?? "").flatMap((key) => {
    const draft = key.startsWith(start) ? parsed(storage.getItem(key)) : undefined;
    return draft ? [{ form: key.slice(start.length), draft }] : [];
  });
};

/** The newest of this user's drafts of the forms that are asked for. */
export const newestDraft = (
  storage: Storage,
  userId: string,
  wanted: (form: string) => boolean,
): { form: string; draft: Draft } | undefined =>
  draftsOf(storage, userId)
    .filter(({ form }) => wanted(form))
    .sort((one, other) => other.draft.at - one.draft.at)[0];

export const hasDraft = (storage: Storage, userId: string, place: string): boolean =>
  draftsOf(storage, userId).some(({ draft }) => draft.place === place);

export const forgetDrafts = (storage: Storage, userId: string, place: string): void => {
  for (const { form, draft } of draftsOf(storage, userId)) if (draft.place === place) removeDraft(storage, userId, form);
};
