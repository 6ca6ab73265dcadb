// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { ListedPoint, RecipeRow } from "#contract/resources/deviceDataRecipe.ts";
import { CategoryDrawer } from "#src/screens/template/categoryDrawer.tsx";
import { CategoryScreen } from "#src/screens/template/categoryScreen.tsx";
import { CopyDrawer } from "#src/screens/template/copyDrawer.tsx";
import { showPage } from "#tests/src/pageSite.tsx";
import { standsIn } from "#tests/src/screens/standsIn.ts";

const page = (list: readonly object[]) => () => ({ data: { list, total: list.length, pageNo: 1, pageSize: 20 } });
const category = { id: "k1", name: "电量", nameEn: "Power", sort: 3, points: 12, companyName: "North", changeable: true, version: 4 };
const path = "/api/device_data_recipe_body_type";

describe("the categories of data points", () => {
  it("stand in the menu, and are listed, added, edited and deleted there [S2.084]", async () => {
    const calls = await standsIn("/template/data/type", CategoryScreen);
    const answers = {
      [`${path}/query`]: page([category]),
      [`${path}/post`]: () => ({ data: { id: "k2" } }),
      [`${path}/edit`]: () => ({ data: null }),
      [`${path}/delete`]: () => ({ data: { removed: 1 } }),
    };
    const site = { paths: calls, menu: { "/template/data/type": calls }, answers };
    const { sent, asked } = showPage(<CategoryScreen />, { at: "/template/data/type", ...site });
    await screen.findByText("电量");
    for (const text of ["Power", "12"]) expect(screen.getByText(text)).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Add category" }));
    fireEvent.change(await screen.findByRole("textbox", { name: /^Name/ }), { target: { value: "Heat" } });
    fireEvent.change(screen.getByRole("textbox", { name: /^Sort order/ }), { target: { value: "7" } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(sent).toContainEqual({ path: `${path}/post`, request: { name: "Heat", nameEn: "", sort: 7 } }));
    const act = async (action: string) => {
      fireEvent.contextMenu(screen.getByText("电量"));
      fireEvent.click(await screen.findByRole("menuitem", { name: action }));
    };
    await act("Edit category");
    await waitFor(() => expect((screen.getByRole("textbox", { name: /^English name/ }) as HTMLInputElement).value).toBe("Power"));
    fireEvent.change(screen.getByRole("textbox", { name: /^English name/ }), { target: { value: "Energy" } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    const edited = { id: "k1", name: "电量", nameEn: "Energy", sort: 3, version: 4 };
    await waitFor(() => expect(sent).toContainEqual({ path: `${path}/edit`, request: edited }));
    await act("Delete category");
    await waitFor(() => expect(sent).toContainEqual({ path: `${path}/delete`, request: { ids: ["k1"] } }));
    expect(asked).toHaveLength(1);
  });

  it("take data points, and let go of them", async () => {
    const points = [{ id: "p1", categoryId: "k1" } as ListedPoint, { id: "p2", categoryId: "k1" } as ListedPoint];
    const saved = vi.fn();
    const categorising = [`${path}/query`, "/api/device_data_recipe/update_body_type"];
    const { sent } = showPage(<CategoryDrawer points={points} onSaved={saved} onClose={() => undefined} />, {
      ...{ at: "/template/edit", paths: categorising, menu: { "/template/edit": categorising } },
      answers: { [`${path}/query`]: page([category]), "/api/device_data_recipe/update_body_type": () => ({ data: { changed: 2 } }) },
    });
    const choice = (await screen.findByLabelText("Category")) as HTMLSelectElement;
    await waitFor(() => expect([...choice.options].map(({ text }) => text)).toEqual(["None", "Power"]));
    fireEvent.change(choice, { target: { value: choice.options[0]?.value } });
    fireEvent.click(screen.getByRole("button", { name: "Set category" }));
    await waitFor(() => expect(saved).toHaveBeenCalled());
    expect(sent).toContainEqual({ path: "/api/device_data_recipe/update_body_type", request: { ids: ["p1", "p2"], categoryId: null } });
  });
});

describe("a copy of a data template", () => {
  it.each([
    ["Pumps", "Pumps (copy)"],
    ["P".repeat(40), ""],
  ])("of %s is offered a name that fits, and leads to it", async (name, offered) => {
    const copied = vi.fn();
    const recipe = { id: "t1", name, points: 3 } as RecipeRow;
    const { sent } = showPage(<CopyDrawer recipe={recipe} onCopied={copied} onClose={() => undefined} />, {
      paths: ["/api/device_data_recipe/copy"],
      answers: { "/api/device_data_recipe/copy": () => ({ data: { id: "t2" } }) },
    });
    const field = (await screen.findByRole("textbox", { name: /^Name/ })) as HTMLInputElement;
    expect(field.value).toBe(offered);
    fireEvent.change(field, { target: { value: "Mine" } });
    fireEvent.click(screen.getByRole("button", { name: "Copy" }));
    await waitFor(() => expect(copied).toHaveBeenCalledWith("t2"));
    expect(sent).toContainEqual({ path: "/api/device_data_recipe/copy", request: { id: "t1", name: "Mine" } });
  });
});
