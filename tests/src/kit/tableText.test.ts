// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { copyText, tsv } from "#src/kit/table/tableText.ts";

test("rows of cells keep their columns in step, whatever is in a cell", () => {
  expect(
    tsv([
      ["a\tb", "c\r\nd"],
      ["", "e\n\n\tf"],
    ]),
  ).toBe("a b\tc d\n\te f");
});

describe("a copy", () => {
  let host: HTMLElement;
  /** What the browser's own command finds chosen. */
  let command: { text: string | undefined; area: Record<string, unknown> };
  let written: string[];
  let works: boolean;
  const browser = (secure: boolean, clipboard?: (text: string) => Promise<void>): void => {
    vi.stubGlobal("isSecureContext", secure);
    vi.stubGlobal("navigator", { clipboard: clipboard && { writeText: clipboard } });
  };
  const write = async (text: string): Promise<void> => void written.push(text);

  beforeEach(() => {
    document.body.innerHTML = '<button type="button">b</button><div id="host"></div>';
    host = document.getElementById("host") ?? document.body;
    document.querySelector("button")?.focus();
    written = [];
    works = true;
    command = { text: undefined, area: {} };
    document.execCommand = (name) => {
      const area = host.querySelector("textarea");
      const { selectionStart = 0, selectionEnd = 0, value = "" } = area ?? {};
      const { tabIndex, className } = area ?? {};
      command = {
        text: `${name}: ${value.slice(selectionStart, selectionEnd)}`,
        area: { tabIndex, className, hidden: area?.ariaHidden ?? area?.getAttribute("aria-hidden") },
      };
      area?.focus();
      return works;
    };
  });
  afterEach(() => vi.unstubAllGlobals());

  test("goes to the clipboard where the browser has one", async () => {
    browser(true, write);
    expect(await copyText("text", host)).toBe(true);
    expect([written, command.text]).toEqual([["text"], undefined]);
  });

  test.each<[string, boolean, ((text: string) => Promise<void>) | undefined]>([
    ["refuses", true, () => Promise.reject(new Error("denied"))],
    ["is kept from plain http", false, write],
    ["is not there", true, undefined],
  ])("goes through a hidden text area where the clipboard %s, and leaves the focus where it was", async (_what, secure, clipboard) => {
    browser(secure, clipboard);
    expect(await copyText("text", host)).toBe(true);
    expect([written, command.text]).toEqual([[], "copy: text"]);
    expect(command.area).toEqual({ tabIndex: -1, className: "gh-table-offscreen", hidden: "true" });
    expect([host.childElementCount, document.activeElement?.tagName]).toEqual([0, "BUTTON"]);
    works = false;
    expect(await copyText("text", host)).toBe(false);
  });
});
