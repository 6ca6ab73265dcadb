// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import { createPortal } from "react-dom";
import { afterEach, expect, test } from "vitest";
import { useFocusBack } from "#src/kit/form/focusBack.ts";

afterEach(cleanup);

const portal = document.createElement("div");
portal.className = "bp6-portal";
document.body.append(portal);

function Panel({ name }: { name: string }) {
  useFocusBack();
  return createPortal(
    // biome-ignore lint/a11y/noAutofocus: as a dialog has it.
    <button type="button" autoFocus>
      {name}
    </button>,
    portal,
  );
}

const page = (...open: string[]) => (
  <main>
    <button type="button">Add</button>
    {open.map((name) => (
      <Panel key={name} name={name} />
    ))}
  </main>
);
const focused = () => document.activeElement?.textContent;

test("what was opened later keeps the focus when what it was opened from goes, and gives it back in its place", async () => {
  const { rerender } = render(page());
  screen.getByText("Add").focus();
  rerender(page("Form"));
  expect(focused()).toBe("Form");
  rerender(page("Form", "Secret"));
  expect(focused()).toBe("Secret");
  await act(async () => rerender(page("Secret")));
  expect(focused()).toBe("Secret");
  await act(async () => rerender(page()));
  expect(focused()).toBe("Add");
});

test("both gone at once give it back to where the first had it from", async () => {
  const { rerender } = render(page());
  screen.getByText("Add").focus();
  rerender(page("Form"));
  rerender(page("Form", "Question"));
  await act(async () => rerender(page()));
  expect(focused()).toBe("Add");
});
