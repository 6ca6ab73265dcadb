// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { type ListedPoint, pointFields } from "#contract/resources/deviceDataRecipe.ts";
import { CategoryDrawer } from "#src/screens/template/categoryDrawer.tsx";
import { CategoryScreen } from "#src/screens/template/categoryScreen.tsx";
import { CopyDrawer } from "#src/screens/template/copyDrawer.tsx";
import { PointFormScreen } from "#src/screens/template/pointFormScreen.tsx";
import { PointListScreen } from "#src/screens/template/pointListScreen.tsx";
import { RecipeFormScreen } from "#src/screens/template/recipeFormScreen.tsx";
import { RegisterScreen } from "#src/screens/template/registerScreen.tsx";
import { deviceDataRecipeCalls } from "#store/handles/deviceDataRecipe.ts";
import { intlOf } from "#tests/src/inView.tsx";
import { showPage } from "#tests/src/pageSite.tsx";
import { OpenedLater } from "#tests/src/screens/openedLater.tsx";
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
    const copies = vi.fn(async (_: string) => ({ data: { id: "t2" } }));
    showPage(<CopyDrawer screen="recipes" name={name} help="3" send={copies} onCopied={copied} onClose={() => undefined} />);
    const field = (await screen.findByRole("textbox", { name: /^Name/ })) as HTMLInputElement;
    expect(field.value).toBe(offered);
    fireEvent.change(field, { target: { value: "Mine" } });
    fireEvent.click(screen.getByRole("button", { name: "Copy" }));
    await waitFor(() => expect(copied).toHaveBeenCalledWith("t2"));
    expect(copies.mock.calls).toEqual([["Mine"]]);
  });
});

describe("the pages of templates and their data points", () => {
  const recipe = {
    id: "t1",
    name: "Pumps",
    description: "",
    companyId: "c",
    companyName: "North",
    points: 1,
    devices: 2,
    createdAt: "",
    version: 3,
  };
  const point = {
    ...{ id: "p1", recipeId: "t1", name: "阀门", nameEn: "Valve", address: "40001", defaultValue: "3", valueType: "uint16" },
    ...{ integerDigits: 5, decimals: 2, unit: "bar", min: -10, max: 110, startBit: 4, endBit: 7 },
    enumeration: [{ value: 1, label: "开", labelEn: "Open" }],
    ...{ receiveFormula: "x/3", sendFormula: "x*3", storeMode: 2, display: false, writable: true, dataSource: "PLC" },
    ...{ auth: 1, sort: 8, iconGroupId: null, categoryId: "k1", version: 4 },
    ...{ registerType: "input", byteOrder: "big", wordOrder: "big", coding: "binary", registers: 2, pollSeconds: 60 },
  };
  const base = "/api/device_data_recipe";
  const answers = {
    [`${base}/get`]: () => ({ data: recipe }),
    [`${base}/list_body`]: page([{ ...point, place: 1, categoryName: "电量", categoryNameEn: "Power" }]),
    [`${base}/get_body`]: () => ({ data: point }),
    [`${base}/post`]: () => ({ data: { id: "t9" } }),
    [`${base}/add_body`]: () => ({ data: { id: "p9" } }),
    [`${base}/put_body`]: () => ({ data: null }),
    [`${path}/query`]: page([category]),
  };
  const site = async (view: string, Screen: unknown) => {
    const calls = await standsIn(view, Screen, true);
    return { paths: calls, menu: { [view]: calls, "/template/edit": calls }, answers };
  };
  const field = (name: RegExp) => screen.getByRole("textbox", { name }) as HTMLInputElement;

  it("list the data points of the template that the address names [S2.078]", async () => {
    const { sent } = showPage(<PointListScreen />, { at: "/template/edit?id=t1", ...(await site("/template/edit", PointListScreen)) });
    await screen.findByText("阀门");
    expect(screen.getByText("Pumps")).toBeTruthy();
    expect(sent).toContainEqual({ path: `${base}/list_body`, request: expect.objectContaining({ recipeId: "t1", pageNo: 1 }) });
  });

  it("show and save in which registers the data points of a template are [S2.077]", async () => {
    const { sent } = showPage(<RegisterScreen />, {
      at: "/template/registerset?id=t1",
      ...(await site("/template/registerset", RegisterScreen)),
    });
    await screen.findByText("阀门");
    for (const text of ["40001", "Input register (3x)"]) expect(screen.getByText(text)).toBeTruthy();
    fireEvent.contextMenu(screen.getByText("阀门"));
    fireEvent.click(await screen.findByRole("menuitem", { name: "Edit registers" }));
    const order = await screen.findByRole("combobox", { name: /^Word order/ });
    const values = [/^Point address/, /^Start bit/, /^End bit/].map((name) => field(name).value);
    const choices = [/^Register type/, /^Data type/, /^Byte order/, /^Word order/].map(
      (name) => (screen.getByRole("combobox", { name }) as HTMLSelectElement).selectedOptions[0]?.value,
    );
    expect([values, choices]).toEqual([
      ["40001", "4", "7"],
      ["input", "uint16", "big", "big"],
    ]);
    fireEvent.change(order, { target: { value: "little" } });
    fireEvent.change(screen.getByRole("combobox", { name: /^Register type/ }), { target: { value: "holding" } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    const { id, version, ...rest } = point;
    const request = { ...rest, id, version, wordOrder: "little", registerType: "holding" };
    await waitFor(() => expect(sent).toContainEqual({ path: `${base}/put_body`, request }));
  });

  it("add a data template, and go on to its data points [S2.079]", async () => {
    const { sent, moved } = showPage(<RecipeFormScreen />, { at: "/template/add", ...(await site("/template/add", RecipeFormScreen)) });
    fireEvent.change(field(/^Name/), { target: { value: "Boilers" } });
    fireEvent.change(field(/^Description/), { target: { value: "gas" } });
    fireEvent.click(screen.getByRole("button", { name: "Add data template" }));
    await waitFor(() => expect(moved).toContain("/template/edit?id=t9"));
    expect(sent).toContainEqual({ path: `${base}/post`, request: { name: "Boilers", description: "gas" } });
  });

  it("add a data point with every one of its fields [S2.080]", async () => {
    const { sent } = showPage(<PointFormScreen />, {
      at: "/template/adds?recipeId=t1",
      ...(await site("/template/adds", PointFormScreen)),
    });
    const labels = (await screen.findAllByText(/./)).map(({ textContent }) => textContent ?? "");
    const named = Object.keys(pointFields.shape).filter((name) => name !== "recipeId");
    const words = intlOf("en").messages;
    expect(named.filter((name) => !labels.some((label) => label.startsWith(String(words[`dataPoint.field.${name}`]))))).toEqual([]);
    fireEvent.change(field(/^Name/), { target: { value: "Level" } });
    fireEvent.change(field(/^Point address/), { target: { value: "7" } });
    fireEvent.click(screen.getByRole("button", { name: "Add data point" }));
    const request = expect.objectContaining({ recipeId: "t1", name: "Level", address: "7", valueType: "float32", categoryId: null });
    await waitFor(() => expect(sent).toContainEqual({ path: `${base}/add_body`, request }));
  });

  it("show a data point as it is stored, and save what is changed over its version [S2.081]", async () => {
    const { sent } = showPage(<PointFormScreen />, { at: "/template/edits?id=p1", ...(await site("/template/edits", PointFormScreen)) });
    await waitFor(() => expect(field(/^English name/).value).toBe("Valve"));
    fireEvent.change(field(/^English name/), { target: { value: "Gate" } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(sent).toContainEqual({ path: `${base}/put_body`, request: { ...point, nameEn: "Gate" } }));
  });

  it("open a data point as the server has it by then, not as it was read before", async () => {
    let now = point;
    const setup = await site("/template/edits", PointFormScreen);
    const { sent } = showPage(
      <OpenedLater id="p1" read={deviceDataRecipeCalls.get_body}>
        <PointFormScreen />
      </OpenedLater>,
      { at: "/template/edits?id=p1", ...setup, answers: { ...answers, [`${base}/get_body`]: () => ({ data: now }) } },
    );
    await waitFor(() => expect(screen.getByText("open")).toHaveProperty("disabled", false));
    now = { ...point, version: 5, nameEn: "Sluice" };
    fireEvent.click(screen.getByText("open"));
    await waitFor(() => expect(field(/^English name/).value).toBe("Sluice"));
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(sent).toContainEqual({ path: `${base}/put_body`, request: now }));
  });
});
