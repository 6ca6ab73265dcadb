// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { languages } from "#contract/languages.ts";
import { isMessageId } from "#contract/messages.ts";
import { builtinMenu } from "#server/menu/builtin.ts";
import type { BuiltinItem } from "#server/menu/builtinItem.ts";
import { allMessages } from "#src/app/languageProvider.tsx";
import { screens } from "#src/app/screens.ts";
import type { ScreenDefinition } from "#src/kit/screen/screenDefinition.ts";
import { screenMessageIds } from "#tests/src/kit/screenMessages.ts";

const texts = { zh: (await allMessages("zh")).messages, en: (await allMessages("en")).messages };
const everyItem = (items: readonly BuiltinItem[]): BuiltinItem[] => items.flatMap((item) => [item, ...everyItem(item.children ?? [])]);

const definitionOf = (screen: object): ScreenDefinition<unknown> | undefined =>
  "definition" in screen ? (screen.definition as ScreenDefinition<unknown>) : undefined;

describe("screens", () => {
  it("have a text in both languages for every id that the kit derives", async () => {
    const defined = (await Promise.all(screens.map(({ load }) => load()))).flatMap((screen) => definitionOf(screen) ?? []);
    expect(defined.length).toBeGreaterThanOrEqual(6);
    const lost = languages.flatMap((language) =>
      defined.flatMap((definition) =>
        screenMessageIds(definition)
          .filter((id) => texts[language][id] === undefined && !isMessageId(id))
          .map((id) => `${language} ${id}`),
      ),
    );
    expect(lost).toEqual([]);
  }, 60_000);

  it("have a menu item each, and every menu item without children a screen", () => {
    const paths = new Set(
      everyItem(builtinMenu)
        .filter((item) => !item.children)
        .map((item) => item.path),
    );
    expect([...paths].filter((path) => !screens.some((screen) => screen.path === path))).toEqual([]);
    expect(screens.filter((screen) => !paths.has(screen.path)).map((screen) => screen.path)).toEqual([]);
  });
});
