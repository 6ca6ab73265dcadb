// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { alarmContact } from "#contract/resources/alarmGroup.ts";
import { writeDraft } from "#src/kit/form/draft.ts";
import { draftName } from "#src/kit/screen/recordEditing.ts";
import { AlarmContactScreen } from "#src/screens/alarms/contactScreen.tsx";
import { showPage } from "#tests/src/pageSite.tsx";
import { nobody } from "#tests/src/shell/consoleHarness.tsx";

const { query, post } = alarmContact.calls;

it("offers what was typed earlier until a record is added", async () => {
  const view = "/alarms/contacts";
  const calls = [query.path, post.path];
  writeDraft(sessionStorage, nobody.id, draftName("alarmContacts"), { at: 1, values: { name: "Li Na", phone: "13912345678" } });
  const { sent } = showPage(<AlarmContactScreen />, {
    ...{ at: view, paths: calls, menu: { [view]: calls } },
    answers: {
      [query.path]: () => ({ data: { list: [], total: 0, pageNo: 1, pageSize: 20 } }),
      [post.path]: () => ({ data: { id: "c" } }),
    },
  });
  await screen.findByText(/^Unsaved input/);
  await userEvent.keyboard("n");
  await userEvent.click(await screen.findByRole("button", { name: "Restore" }));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent.map(({ path }) => path)).toContain(post.path));
  await waitFor(() => expect(screen.queryByText(/^Unsaved input/)).toBeNull());
});
