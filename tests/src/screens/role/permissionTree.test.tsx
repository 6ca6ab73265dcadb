// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, test } from "vitest";
import type { PermissionItem } from "#contract/resources/role.ts";
import { asked, type Ticks, ticksOf } from "#src/screens/role/permissionTicks.ts";
import { PermissionTree } from "#src/screens/role/permissionTree.tsx";
import { renderInside } from "#tests/src/kit/formSite.tsx";

const item = (id: string, more: Partial<PermissionItem> = {}): PermissionItem => ({
  id,
  path: `/${id}`,
  name: id,
  nameEn: id,
  held: false,
  grantable: true,
  actions: [],
  children: [],
  ...more,
});
const action = (path: string, held: boolean, grantable = true) => ({ path: `/api/${path}`, held, grantable });

const items = [
  item("nothing", { actions: [action("role/post", false)] }),
  item("group", {
    held: true,
    children: [
      item("part", { held: true, actions: [action("device/query", true), action("device/post", false)] }),
      item("beyond", { held: true, actions: [action("order/send", true, false), action("order/query", false)] }),
    ],
  }),
  item("foreign", { grantable: false, held: true, actions: [action("menu/query", true, false)] }),
];

let ticks: Ticks;
function Probe({ locked }: { locked: boolean }) {
  const [held, setHeld] = useState(() => ticksOf(items));
  ticks = held;
  return <PermissionTree items={items} ticks={held} {...(locked ? {} : { onTicks: setHeld })} />;
}
const draw = (locked = false) => renderInside(<Probe locked={locked} />, { language: "en" });
const node = (name: string) => screen.getByRole("treeitem", { name });
const names = () => screen.getAllByRole("treeitem").map((element) => element.textContent);
const actionsOf = (id: string) => asked(items, ticks).find(({ menuId }) => menuId === id)?.actions;
const press = (keys: string) => userEvent.keyboard(keys);

describe("the permission tree", () => {
  test("tells items of one name apart by their paths", () => {
    const homes = ["/home_page", "/monitor"].map((path) => item(path, { path, name: "首页", nameEn: "Home" }));
    renderInside(<PermissionTree items={[...homes, item("other")]} ticks={ticksOf([])} />, { language: "en" });
    expect(names()).toEqual(["Home/home_page", "Home/monitor", "other"]);
  });

  test("is one tab stop, and unfolded where an item is held in part", async () => {
    draw();
    expect(names()).toEqual([
      "nothing",
      "group",
      "part",
      "View devices",
      "Add device",
      "beyond",
      "Send saved command",
      "View saved commands",
      "foreign",
    ]);
    await userEvent.tab();
    expect(node("nothing")).toHaveFocus();
    await userEvent.tab();
    expect(document.body).toHaveFocus();
    expect(["nothing", "group", "foreign"].map((name) => node(name).getAttribute("aria-checked"))).toEqual(["false", "mixed", "true"]);
    expect(["nothing", "part", "Add device"].map((name) => node(name).getAttribute("aria-level"))).toEqual(["1", "2", "3"]);
  });

  test("goes in and out, folds and unfolds, and ticks with the keys", async () => {
    draw();
    await userEvent.tab();
    await press("{ArrowRight}");
    expect(node("nothing")).toHaveAttribute("aria-expanded", "true");
    await press("{ArrowRight} ");
    expect(node("Add role")).toHaveFocus();
    expect(actionsOf("nothing")).toEqual(["/api/role/post"]);
    await press("{ArrowLeft}{ArrowLeft}");
    expect(node("nothing")).toHaveAttribute("aria-expanded", "false");
    await press("{End}{Home}{ArrowDown}{ArrowDown}");
    expect(node("part")).toHaveFocus();
    await press(" ");
    expect(actionsOf("part")).toEqual(["/api/device/query", "/api/device/post"]);
    await press(" ");
    expect(actionsOf("part")).toBeUndefined();
  });

  test("leaves alone what one may not give, and still clears the rest", async () => {
    draw();
    await userEvent.click(node("foreign"));
    await userEvent.click(node("Send saved command"));
    expect([actionsOf("foreign"), actionsOf("beyond")]).toEqual([["/api/menu/query"], ["/api/order/send"]]);
    expect(node("Send saved command")).toHaveAttribute("aria-disabled", "true");
    await userEvent.click(node("beyond"));
    expect(actionsOf("beyond")).toEqual(["/api/order/send", "/api/order/query"]);
    await userEvent.click(node("beyond"));
    expect(actionsOf("beyond")).toEqual(["/api/order/send"]);
  });

  test("that is locked can be walked and not changed", async () => {
    draw(true);
    const before = asked(items, ticks);
    await userEvent.tab();
    await press("{ArrowDown} {ArrowDown}{Enter}");
    expect(node("part")).toHaveFocus();
    expect(node("part")).toHaveAttribute("aria-disabled", "true");
    expect(asked(items, ticks)).toEqual(before);
  });

  test("keeps its tab stop when what is above the focused item is folded with the pointer", async () => {
    draw();
    await userEvent.click(node("Add device"));
    await userEvent.click(node("part").querySelector("[data-fold]") as Element);
    expect(screen.queryByRole("treeitem", { name: "Add device" })).toBeNull();
    expect(node("part")).toHaveFocus();
    expect(node("part")).toHaveAttribute("tabindex", "0");
  });
});
