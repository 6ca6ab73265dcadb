// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { employeeBindCustomer } from "#contract/resources/relations.ts";
import { user } from "#contract/resources/user.ts";
import { BindDrawer } from "#src/screens/company/bindDrawer.tsx";
import type { Employee } from "#src/screens/company/employee.ts";
import { type Answer, refusal } from "#tests/src/inView.tsx";
import { showPage } from "#tests/src/pageSite.tsx";

// jsdom has no layout.
Element.prototype.scrollIntoView ??= () => undefined;

const person = (id: string, userName: string) => ({ id, account: id, userName, companyName: "Hebei Water" });
const employee: Employee = { ...person("e1", "Wang Fang"), customers: [person("c1", "Zhao Min"), person("c2", "Li Na")] };
const bind = employeeBindCustomer.calls.batchBindCustomer.path;

const showDrawer = (answer: (request: object) => Answer) => {
  const left: string[] = [];
  const page = showPage(<BindDrawer employee={employee} onClose={() => left.push("closed")} />, {
    answers: {
      [bind]: answer,
      [user.calls.get_child.path]: () => ({ data: { list: [person("c3", "Sun Li")], total: 1, pageNo: 1, pageSize: 20 } }),
    },
  });
  const sent = () => page.sent.filter(({ path }) => path === bind).map(({ request }) => request);
  return { ...page, left, sent };
};

/** Adds Sun Li, releases Li Na, and saves. */
const change = async () => {
  fireEvent.change(screen.getByLabelText("Search customers"), { target: { value: "Sun" } });
  fireEvent.mouseDown(await screen.findByRole("option", { name: /Sun Li/ }));
  fireEvent.click(screen.getByLabelText(/Li Na/));
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
};
const bound = { employeeId: "e1", customerIds: ["c3"], bound: true };
const released = { employeeId: "e1", customerIds: ["c2"], bound: false };

describe("the customers of an employee", () => {
  beforeEach(() => sessionStorage.clear());

  it("are bound and released, and the drawer says so and closes", async () => {
    const { sent, said, left } = showDrawer(() => ({ data: { changed: 1 } }));
    await change();
    await waitFor(() => expect(left).toEqual(["closed"]));
    expect([sent(), said]).toEqual([[bound, released], ["Changes saved"]]);
  });

  it.each([
    ["a bind", true, [bound]],
    ["a release", false, [bound, released]],
  ])("stay in the open drawer when %s is refused, and nothing is said of saved", async (_what, refused, asked) => {
    const { sent, said, left } = showDrawer((request) =>
      "bound" in request && request.bound === refused ? refusal(404) : { data: { changed: 1 } },
    );
    await change();
    await waitFor(() => expect(said).toEqual(["404"]));
    expect([sent(), left]).toEqual([asked, []]);
    expect(screen.getByLabelText(/Sun Li/)).toMatchObject({ checked: true });
    expect(screen.getByLabelText(/Li Na/)).toMatchObject({ checked: false });
  });
});
