// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { RuleTryResult } from "#src/screens/alarms/ruleTryResult.tsx";
import type { Tried } from "#store/handles/alarmTry.ts";
import { showPage } from "#tests/src/pageSite.tsx";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 0, minute)).toISOString();
const span = (from: number, to: number) => ({ raisedAt: at(from), releasedAt: at(to) });
const tried = (raised: number, spans: Tried["spans"]): Tried => ({
  ...{ slave: 1, slaves: [{ no: 1, name: "" }], from: at(10), to: at(60), replayedUntil: at(60), readings: 9, curve: null },
  ...{ raised, spans, notices: { receivers: 0, atMost: 0, reminders: 0, escalations: 0 } },
});
const show = (answer: Tried) =>
  showPage(<RuleTryResult answer={answer} rule={{} as never} outdated={false} onSlave={() => undefined} />, {}).container;

it("tells apart what was raised within the time and what had been active before", () => {
  const page = show(tried(2, [span(5, 12), span(20, 21), span(30, 31)]));
  expect(page.querySelector("output")?.textContent).toContain("2 alarms1 more was active at the start");
  expect(page.textContent).not.toContain("Only the first");
});

it("says without being unfolded that not all are marked", () => {
  show(tried(3, [span(20, 21), span(30, 31)]));
  const note = screen.getByText("Only the first 2 are marked and listed");
  expect(note.closest("details")).toBeNull();
  expect(screen.queryByText(/at the start/)).toBeNull();
});
