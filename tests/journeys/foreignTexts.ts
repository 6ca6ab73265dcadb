import type { Page } from "playwright-core";
import type { Language } from "#contract/messages.ts";

const chinese = /[\u3400-\u9fff]/;
/** Names and codes that stand as they are in both languages. */
const names = /^(SN|ICCID|AppID|OpenID|CSV|MQTT JSON|Gatehouse|admin|Administrator|English|[\d\s.,:%/–-]*|⌘K|Ctrl\+?K)$/;

/** What the interface itself says on the page: headings, buttons, labels, menus, tabs and columns, but no data. */
const saidBy = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        "h1, h2, h3, button, label, legend, nav a, [role=columnheader], [role=tab], [role=menuitem], dt, th",
      ),
    ]
      .filter((element) => element.offsetParent !== null && !element.closest("[role=gridcell], .gh-account, [data-name]"))
      .map((element) => element.innerText.trim())
      .filter((text) => text !== ""),
  );

/** What the page says in the other language, but for what holds one of these names. */
export const foreignTexts = async (page: Page, language: Language, given: Iterable<string>): Promise<string[]> => {
  const isForeign = (text: string): boolean =>
    language === "en" ? chinese.test(text) && text !== "中文" : /[a-z]{3}/i.test(text) && !chinese.test(text) && !names.test(text);
  const all = [...given];
  return (await saidBy(page)).filter((text) => isForeign(text) && !all.some((name) => text.includes(name)));
};
