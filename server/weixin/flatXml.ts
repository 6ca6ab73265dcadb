const element = /\s*<(\w{1,40})>(?:<!\[CDATA\[([\s\S]*?)\]\]>|([^<&]*))<\/\1>/y;

/**
 * The fields of a message as WeChat posts it: one `xml` element with elements of plain text or CDATA and nothing else. There are no
 * entities, attributes, comments or document types; what has any, or elements within elements, is undefined.
 */
export const readFlatXml = (text: string): ReadonlyMap<string, string> | undefined => {
  const whole = /^\s*<xml>([\s\S]*)<\/xml>\s*$/.exec(text)?.[1];
  if (whole === undefined) return undefined;
  const fields = new Map<string, string>();
  element.lastIndex = 0;
  while (whole.slice(element.lastIndex).trim() !== "") {
    const found = element.exec(whole);
    const name = found?.[1];
    if (!found || name === undefined || fields.has(name)) return undefined;
    fields.set(name, found[2] ?? found[3] ?? "");
  }
  return fields;
};
