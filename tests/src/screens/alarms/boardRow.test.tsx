// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { AlarmRow } from "#contract/resources/alarm.ts";
import { BoardRow } from "#src/screens/alarms/board/boardRow.tsx";
import { showPage } from "#tests/src/pageSite.tsx";

const alarm = { id: "a", level: 2, state: 0, deviceName: "Pump", slaveName: "", companyName: "North", triggerText: "Too hot" };
const rest = { value: null, unit: "", valueLabel: "", decimals: null, slave: 0, processor: "", raisedAt: "2026-11-01T00:00:00Z" };
const show = (more: Partial<AlarmRow>) =>
  showPage(
    <BoardRow
      id="row"
      alarm={{ ...alarm, ...rest, silent: false, maskedBy: null, ...more } as AlarmRow}
      zone="UTC"
      now={Date.parse(rest.raisedAt)}
      chosen={false}
      onChoose={() => undefined}
      onOpen={() => undefined}
    />,
  );

it("says of an alarm that nobody is told of until when, by whom and why", () => {
  show({ silent: true, maskedBy: { by: "Li Na", reason: "Maintenance", endsAt: "2026-11-02T09:15:00Z" } as never });
  expect(screen.getByRole("option").textContent).toContain("Notifications muted · Until 2026-11-02 09:15:00 · by Li Na · Maintenance");
});

it("says nothing of the kind of others", () => {
  show({});
  expect(screen.getByRole("option").querySelector(".gh-opboard-silent")).toBeNull();
});
