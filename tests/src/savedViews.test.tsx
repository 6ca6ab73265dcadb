// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { SavedViews } from "#src/kit/screen/savedViews.tsx";
import { showPage } from "#tests/src/pageSite.tsx";

const key = "views:/devices/list";
const kept = [
  { name: "Mine", search: "presence=online" },
  { name: "Quiet", search: "presence=offline" },
];
const show = async (declines: boolean) => {
  const state = { pageNo: 1, pageSize: 20, sort: undefined, filters: {} };
  const defaults = { pageSize: 20, sort: undefined, filters: ["presence"], sortable: [], mostPerPage: 100 };
  const page = showPage(<SavedViews route="/devices/list" state={state} defaults={defaults} />, {
    declines,
    answers: {
      "/api/user_temp_data/query": () => ({ data: { list: [{ key, value: JSON.stringify(kept) }], total: 1, pageNo: 1, pageSize: 20 } }),
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: /Views/ }));
  fireEvent.click(await screen.findByRole("button", { name: "Delete view “Mine”" }));
  await waitFor(() => expect(page.asked).toHaveLength(1));
  return { ...page, stored: () => page.sent.filter(({ path }) => path.endsWith("/post")).map(({ request }) => request) };
};

describe("a saved view", () => {
  it("is deleted once that is confirmed under its name, and the others stay", async () => {
    const { stored, details } = await show(false);
    await waitFor(() => expect(stored()).toEqual([{ key, value: JSON.stringify(kept.slice(1)) }]));
    expect(details).toEqual(["Mine"]);
  });

  it("stays where that is cancelled [S5.076]", async () => {
    const { stored } = await show(true);
    expect(stored()).toEqual([]);
  });
});
