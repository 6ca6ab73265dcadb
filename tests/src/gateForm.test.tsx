// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { z } from "zod";
import { GateField } from "#src/screens/login/gateField.tsx";
import { useGateForm } from "#src/screens/login/useGateForm.ts";
import { showPage } from "./pageSite.tsx";

const rules = z.object({ account: z.string().min(1, "rule.required"), password: z.string().min(1, "rule.required") });

function Page() {
  const form = useGateForm(rules, { account: "", password: "" });
  return (
    <>
      <button type="button">English</button>
      <form onSubmit={form.submit(() => undefined)}>
        <GateField label="Account" input={form.input("account")} fault={form.fault("account")} />
        <GateField label="Password" input={form.input("password")} fault={form.fault("password")} />
      </form>
    </>
  );
}

it("who leaves an untouched form for another button is told of nothing; who goes on in it, or typed, is", async () => {
  showPage(<Page />);
  const account = screen.getByLabelText("Account");
  await userEvent.click(account);
  await userEvent.click(screen.getByText("English"));
  expect(screen.queryByRole("alert")).toBeNull();
  await userEvent.click(account);
  await userEvent.click(screen.getByLabelText("Password"));
  expect(screen.getAllByRole("alert")).toHaveLength(1);
  await userEvent.type(screen.getByLabelText("Password"), "a{Backspace}");
  await userEvent.click(screen.getByText("English"));
  expect(screen.getAllByRole("alert")).toHaveLength(2);
});
