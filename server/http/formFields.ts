const decoded = (text: string): string => text.replaceAll("+", " ").replace(/(?:%[0-9a-f]{2})+/gi, decodeURIComponent);

/**
 * The fields of a form or of a query, each with all its values in their order. A lone % stands for itself; a URIError says that escapes are
 * not UTF-8.
 */
export const formFields = (text: string): Map<string, string[]> => {
  const fields = new Map<string, string[]>();
  const body = text.startsWith("\ufeff") ? text.slice(1) : text;
  for (const part of body.split("&")) {
    if (part === "") continue;
    const at = part.indexOf("=");
    const name = decoded(at < 0 ? part : part.slice(0, at));
    const value = at < 0 ? "" : decoded(part.slice(at + 1));
    const values = fields.get(name);
    if (values) values.push(value);
    else fields.set(name, [value]);
  }
  return fields;
};
