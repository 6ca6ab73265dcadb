import { SaxesParser } from "saxes";
import { SheetFault } from "#server/sheets/fault.ts";

export type Attributes = Readonly<Record<string, string>>;

/** Names come without their prefix. */
export interface XmlHandler {
  open(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
}

const bare = (name: string): string => name.slice(name.indexOf(":") + 1);

/** Gives the events of a document to the handler; yields after each piece of its text. Entities that it declares are unknown to the parser, so none unfolds. */
export async function* xmlEvents(pieces: AsyncIterable<string>, handler: XmlHandler): AsyncGenerator<void> {
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw new SheetFault("torn", {}, error);
  });
  parser.on("opentag", ({ name, attributes }) => handler.open(bare(name), attributes));
  parser.on("closetag", ({ name }) => handler.close?.(bare(name)));
  parser.on("text", (text) => handler.text?.(text));
  parser.on("cdata", (text) => handler.text?.(text));
  for await (const piece of pieces) {
    parser.write(piece);
    yield;
  }
  parser.close();
  yield;
}

export const readXml = async (pieces: AsyncIterable<string>, handler: XmlHandler): Promise<void> => {
  for await (const _ of xmlEvents(pieces, handler));
};

const escapedSign = /_x([0-9a-f]{4})_/gi;

/** Text as it is meant: the format writes control characters as `_x001B_`. */
export const meantText = (text: string): string =>
  text.replace(escapedSign, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

export const isTrue = (value: string | undefined): boolean => value === "1" || value === "true";
