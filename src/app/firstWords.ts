/** What the shell, every list and the list of devices say, by what their messages begin with. */
const first: ReadonlySet<string> = new Set([
  ...["session", "shell", "tabs", "palette", "hotkeys", "theme", "page", "jobs"],
  ...["notice", "link", "alarmLevel", "alarmState"],
  ...["screen", "table", "feedback", "form", "date", "file"],
  ...["devices", "labels", "map", "presence", "value"],
]);

type Messages = Readonly<Record<string, string>>;

export const isFirst = (id: string): boolean => first.has(id.split(".")[0] ?? "");

/** The words that a list is drawn with. */
export const firstOf = (all: Messages): Messages => Object.fromEntries(Object.entries(all).filter(([id]) => isFirst(id)));

/** The words of all other screens. */
export const restOf = (all: Messages): Messages => Object.fromEntries(Object.entries(all).filter(([id]) => !isFirst(id)));
