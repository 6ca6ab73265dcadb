// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { childEditFields } from "#contract/resources/user.ts";
import { FieldList } from "#src/kit/form/fieldList.tsx";
import { FormDrawer } from "#src/kit/form/formDrawer.tsx";
import { OwnProof } from "#src/screens/user/ownerProof.tsx";
import { showPage } from "#tests/src/pageSite.tsx";

const initial = {
  ...{ userName: "Zhao Min", nickName: "", type: 1, phone: "13800138000", email: "min@example.com", secondFactor: false },
  ...{ ownPassword: "", verifyCode: "" },
};

const showForm = () =>
  showPage(
    <FormDrawer
      id="children"
      title="Zhao Min"
      schema={childEditFields}
      initial={initial}
      saved="feedback.edited"
      save={async () => ({})}
      onSaved={() => undefined}
      onClose={() => undefined}
    >
      <FieldList
        fields={[
          { kind: "text", name: "userName" },
          { kind: "text", name: "phone" },
          { kind: "text", name: "email" },
          { kind: "switch", name: "secondFactor" },
        ]}
      />
      <OwnProof />
    </FormDrawer>,
  );

const password = () => screen.queryByLabelText(/Your own password/);
const typed = (label: RegExp, value: string) => () => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const pressed = (label: RegExp) => () => fireEvent.click(screen.getByLabelText(label));

describe("one's own password", () => {
  it.each([
    ["phone", typed(/^Phone/, "13900139000"), typed(/^Phone/, initial.phone)],
    ["e-mail address", typed(/^Email/, "other@example.com"), typed(/^Email/, initial.email)],
    ["second factor", pressed(/^Code to the phone at sign-in/), pressed(/^Code to the phone at sign-in/)],
  ])("is asked for in the form once the %s is another, and no more once it is as it was", async (_what, change, back) => {
    showForm();
    expect(password()).toBeNull();
    change();
    await waitFor(() => expect(password()).not.toBeNull());
    back();
    await waitFor(() => expect(password()).toBeNull());
  });

  it("is not asked for where only the name is another", async () => {
    showForm();
    typed(/^Name/, "Zhao")();
    await screen.findByDisplayValue("Zhao");
    expect(password()).toBeNull();
  });
});
