/** What was typed and not saved, kept for the same user until the browser's tab is closed. */
export interface Draft {
  at: number;
  values: Record<string, unknown>;
  version?: number;
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

/** The newest of this user's drafts of the forms that are asked for. */
export const newestDraft = (
  storage: Storage,
  userId: string,
  wanted: (form: string) => boolean,
): { form: string; draft: Draft } | undefined => {
  const start = keyOf(userId, "");
  let newest: { form: string; draft: Draft } | undefined;
  for (let place = 0; place < storage.length; place += 1) {
    const key = storage.key(place) ?? "";
    const form = key.slice(start.length);
    if (!key.startsWith(start) || !wanted(form)) continue;
    const draft = parsed(storage.getItem(key));
    if (draft && draft.at > (newest?.draft.at ?? 0)) newest = { form, draft };
  }
  return newest;
};
