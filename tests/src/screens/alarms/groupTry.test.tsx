// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { type AlarmGroupRow, alarmGroup } from "#contract/resources/alarmGroup.ts";
import { GroupTryDrawer } from "#src/screens/alarms/groupTryDrawer.tsx";
import { showPage } from "#tests/src/pageSite.tsx";

const { query } = alarmGroup.calls;
const group = (contacts: readonly string[]): AlarmGroupRow => ({
  ...{ id: "g", name: "Night shift", version: 1, changeable: true, companyName: "North", companyId: "c", createdAt: "", updatedAt: "" },
  ...{ messageTypes: ["sms", "webhook"], contacts: contacts.map((name) => ({ id: name, name })), webhookUrl: "https://example.com/hook" },
  ...{ tellRelease: false, perHour: 10, quietFrom: "", quietTo: "", rules: 0 },
});
const show = (contacts: readonly string[]) =>
  showPage(<GroupTryDrawer row={group(contacts)} onClose={() => undefined} />, {
    ...{ at: "/alarms/groups", paths: [query.path], menu: { "/alarms/groups": [query.path] } },
    answers: { [query.path]: () => ({ data: { list: [], total: 0, pageNo: 1, pageSize: 1, configured: ["webhook"] } }) },
  });

it("tells before a test who gets it and where it goes, and that a way is not configured", async () => {
  show(["Li Na", "Wang Wei"]);
  const sms = screen.getByRole("region", { name: "SMS" });
  await within(sms).findByText("Not configured on the server");
  expect(sms.textContent).toContain("To Li Na, Wang Wei");
  const webhook = screen.getByRole("region", { name: "Webhook" });
  expect(webhook.textContent).toContain("To https://example.com/hook");
  expect(webhook.textContent).not.toContain("Not configured");
});

it("says before a test that nobody would get it", () => {
  show([]);
  expect(screen.getByRole("region", { name: "SMS" }).textContent).toContain("The alarm group has no contacts");
});
