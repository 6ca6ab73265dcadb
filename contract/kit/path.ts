const hole = /\{(\w+)\}/g;

/** The fields of its request that a call's path names, such as `{device}`: who asks by GET puts them there, and not behind the question mark. */
export const pathFields = (path: string): string[] => [...path.matchAll(hole)].map(([, name = ""]) => name);

/** The path with these fields in their places. */
export const filledPath = (path: string, fields: Readonly<Record<string, string>>): string =>
  path.replace(hole, (_all, name: string) => encodeURIComponent(fields[name] ?? ""));

/** The same path as the server's routes are written. */
export const routeOf = (path: string): string => path.replace(hole, ":$1");
