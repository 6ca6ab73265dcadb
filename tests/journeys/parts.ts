import type { Locator, Page } from "playwright-core";

/** What a journey does on every screen: tables, their rows' menus, form drawers and messages. `page` is asked anew each time. */
export const partsOf = (page: () => Page, text: (id: string) => string) => {
  const drawer = (): Locator => page().locator(".gh-form-drawer .gh-form-frame");
  const cell = (name: string): Locator =>
    page()
      .getByRole("gridcell")
      .filter({ has: page().getByText(name, { exact: true }) })
      .first();
  return {
    drawer,
    cell,
    /** An empty table offers the same button as its head. */
    button: (name: string): Locator => page().getByRole("button", { name, exact: true }).first(),
    field: (id: string): Locator => page().locator(`[id="${id}"]`),
    save: (): Promise<void> =>
      drawer()
        .getByRole("button", { name: text("form.save"), exact: true })
        .click(),
    said: (message: string): Promise<void> => page().locator(".bp6-toast").getByText(message, { exact: true }).first().waitFor(),
    /** Chooses from the menu of the row that holds this text. */
    async act(name: string, action: string): Promise<void> {
      await cell(name).click({ button: "right" });
      await page().getByRole("menuitem", { name: action, exact: true }).click();
    },
    async press(...keys: string[]): Promise<void> {
      for (const key of keys) await page().keyboard.press(key);
    },
  };
};
