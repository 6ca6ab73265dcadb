import { limits } from "#contract/limits.ts";
import { Problem } from "#server/kit/problem.ts";

const decoded = (text: string): string => text.replaceAll("+", " ").replace(/(?:%[0-9a-f]{2})+/gi, decodeURIComponent);

const { fields: mostFields, members: mostValues } = limits.request;

/** The parts between the marks, one after the other: nothing is made of those that nobody asks for. */
function* partsOf(body: string): Generator<string> {
  for (let from = 0; from <= body.length; ) {
    const mark = body.indexOf("&", from);
    const end = mark < 0 ? body.length : mark;
    if (end > from) yield body.slice(from, end);
    from = end + 1;
  }
}

/**
 * The fields of a form or of a query, each with all its values in their order. A lone % stands for itself; a URIError says that escapes are
 * not UTF-8, a Problem that there are more than any call has.
 */
export const formFields = (text: string): Map<string, string[]> => {
  const fields = new Map<string, string[]>();
  let count = 0;
  for (const part of partsOf(text.startsWith("\ufeff") ? text.slice(1) : text)) {
    count += 1;
    if (count > mostValues) throw new Problem("badRequest", { message: "request.members", values: { max: mostValues } });
    const at = part.indexOf("=");
    const name = decoded(at < 0 ? part : part.slice(0, at));
    const value = at < 0 ? "" : decoded(part.slice(at + 1));
    const values = fields.get(name);
    if (values) values.push(value);
    else fields.set(name, [value]);
    if (fields.size > mostFields) throw new Problem("badRequest", { message: "request.fields", values: { max: mostFields } });
  }
  return fields;
};
