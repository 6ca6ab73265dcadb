// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { RowActions } from "#src/kit/table/rowActions.tsx";
import { showPage } from "./pageSite.tsx";

it("the buttons of a row keep their names and are described by the row that they act on", () => {
  const actions = ["edit", "move", "stop", "remove"].map((id) => ({ id, label: id, icon: "edit" as const, run: () => undefined }));
  showPage(
    <>
      <RowActions actions={actions} buttons={3} of="Pump 1" onDone={() => undefined} />
      <RowActions actions={actions} buttons={3} of="Pump 2" onDone={() => undefined} />
    </>,
  );
  for (const name of ["edit", "move", "stop", "More actions"]) {
    const described = screen.getAllByRole("button", { name }).map((button) => button.getAttribute("aria-description"));
    expect(described).toEqual(["Pump 1", "Pump 2"]);
  }
});
