import { SheetFault } from "#server/sheets/fault.ts";
import { RichText } from "./richText.ts";
import { meantText, readXml } from "./xmlEvents.ts";

/** The texts that cells name by number. */
export const readSharedTexts = async (pieces: AsyncIterable<string>, mostCharacters: number): Promise<string[]> => {
  const texts: string[] = [];
  const rich = new RichText();
  let characters = 0;
  await readXml(pieces, {
    open: (name) => rich.open(name),
    text: (text) => rich.add(text),
    close: (name) => {
      rich.close(name);
      if (name !== "si") return;
      const text = meantText(rich.take());
      characters += text.length;
      if (characters > mostCharacters) throw new SheetFault("tooMuch", { limit: mostCharacters });
      texts.push(text);
    },
  });
  return texts;
};
