// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { BoardScreen } from "#src/screens/board/boardScreen.tsx";
import { showPage } from "#tests/src/pageSite.tsx";

vi.stubGlobal(
  "ResizeObserver",
  class {
    observe() {}
    disconnect() {}
  },
);

it("lists the wallboard's keys at ?, and lets go of the list at Esc", async () => {
  showPage(<BoardScreen />, { at: "/newindex" });
  fireEvent.keyDown(document.body, { key: "?" });
  expect((await screen.findByRole("dialog")).textContent).toContain("Full screen");
  fireEvent.keyDown(document.body, { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
