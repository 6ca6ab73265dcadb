// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Language } from "#contract/messages.ts";
import type { OwnSession } from "#contract/resources/user.ts";
import { Sessions } from "#src/screens/user/sessions.tsx";
import { openSite, show } from "#tests/src/screens/screenSite.tsx";
import { nobody } from "#tests/src/shell/consoleHarness.tsx";

const mine: OwnSession = { address: "10.0.0.7", createdAt: "2026-11-01T01:02:03Z", seenAt: "2026-11-02T04:05:06Z", current: true };
const other: OwnSession = { address: "10.0.0.8", createdAt: "2026-10-01T01:02:03Z", seenAt: "2026-10-02T04:05:06Z", current: false };
const end = "/api/user/end_sessions";

const showSessions = async (sessions: readonly OwnSession[], language: Language = "en") => {
  const site = openSite((path) => ({
    data: path === end ? { ended: 1 } : { list: sessions, total: sessions.length, pageNo: 1, pageSize: 1000 },
  }));
  show(<Sessions me={{ ...nobody, zone: "UTC" }} />, { site, language });
  await screen.findByText(mine.address);
  return site;
};

const rowsShown = () =>
  screen.getAllByRole("row").map((row) => [...row.children].map((cell) => cell.getAttribute("aria-label") ?? cell.textContent));

const heads: [Language, string[], string][] = [
  ["zh", ["IP 地址", "登录时间", "最近使用", "说明"], "当前会话"],
  ["en", ["IP address", "Signed in", "Last used", "Note"], "This session"],
];

describe("the sessions of an account", () => {
  it.each(heads)("say where from and since when they are, and when they were used: %s", async (language, head, current) => {
    await showSessions([mine, other], language);
    expect(rowsShown()).toEqual([
      head,
      ["10.0.0.7", "2026-11-01 01:02:03", "2026-11-02 04:05:06", current],
      ["10.0.0.8", "2026-10-01 01:02:03", "2026-10-02 04:05:06", ""],
    ]);
  });

  it("end everywhere else with the password", async () => {
    const { sent } = await showSessions([mine, other]);
    fireEvent.change(screen.getByLabelText("Current password"), { target: { value: "Sun-and-moon-7" } });
    fireEvent.click(screen.getByRole("button", { name: "Sign out everywhere else" }));
    await waitFor(() => expect(sent).toContainEqual({ path: end, request: { password: "Sun-and-moon-7" } }));
  });

  it("are not to be ended where there is no other", async () => {
    await showSessions([mine]);
    expect(screen.queryByRole("button")).toBeNull();
  });
});
