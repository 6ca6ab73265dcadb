// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { CompanyNode } from "#contract/resources/company.ts";
import { CompanyTreeScreen } from "#src/screens/company/companyTreeScreen.tsx";
import { refusal } from "./inView.tsx";
import { showPage } from "./pageSite.tsx";

const node = (id: string, name: string): CompanyNode => {
  const counts = { children: 0, users: 1, devices: 1 };
  return { id, name, state: "normal", ...counts, whole: counts } as CompanyNode;
};

const open = () =>
  showPage(<CompanyTreeScreen />, {
    paths: ["/api/company/query_tree"],
    answers: {
      "/api/company/query_tree": () => ({ data: { list: [node("c1", "North")], total: 1, pageNo: 1, pageSize: 100 } }),
      "/api/company/get": () => refusal(404),
    },
  });

const names = (sent: readonly { path: string; request: object }[]) =>
  sent.filter(({ path }) => path === "/api/company/query_tree").map(({ request }) => Reflect.get(request, "name"));

it("the search of the tree asks when typing rests, and never for what is still being composed", async () => {
  const { sent } = open();
  const field = await screen.findByRole("textbox", { name: "Search by name" });
  await userEvent.type(field, "nor");
  await waitFor(() => expect(names(sent)).toContain("nor"));
  fireEvent.compositionStart(field);
  fireEvent.change(field, { target: { value: "bei" } });
  fireEvent.keyDown(field, { key: "Enter", isComposing: true });
  expect(field).toHaveFocus();
  fireEvent.change(field, { target: { value: "北" } });
  fireEvent.compositionEnd(field);
  await waitFor(() => expect(names(sent)).toContain("北"));
  expect(new Set(names(sent))).toEqual(new Set([undefined, "nor", "北"]));
});

it("Enter asks at once for what was typed, and then goes to what was found", async () => {
  const { sent } = open();
  const field = await screen.findByRole("textbox", { name: "Search by name" });
  await userEvent.type(field, "no{Enter}");
  await waitFor(() => expect(names(sent)).toContain("no"));
  await screen.findByText("North");
  await userEvent.keyboard("{Enter}");
  expect(screen.getByRole("treeitem")).toHaveFocus();
});

it("says which of the two ways to see the organisations is in force", async () => {
  open();
  const pressed = (name: string) => screen.getByRole("button", { name }).getAttribute("aria-pressed");
  await screen.findByText("North");
  expect([pressed("Tree"), pressed("Diagram")]).toEqual(["true", "false"]);
  await userEvent.click(screen.getByRole("button", { name: "Diagram" }));
  expect([pressed("Tree"), pressed("Diagram")]).toEqual(["false", "true"]);
  screen.getByRole("group", { name: "View" });
});
