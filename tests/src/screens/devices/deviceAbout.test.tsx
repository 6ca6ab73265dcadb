// @vitest-environment jsdom
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { DeviceWhole } from "#contract/resources/device.ts";
import { DeviceAbout } from "#src/screens/devices/deviceAbout.tsx";
import { daysLeft } from "#src/screens/devices/leaseText.ts";
import { openSite, show } from "#tests/src/screens/screenSite.tsx";
import { wholeDevice } from "./wholeDevice.ts";

afterEach(cleanup);

const noon = Date.parse("2027-08-30T04:00:00Z");
const shown = async (more: Partial<DeviceWhole> = {}, now = noon) => {
  const list = [
    { id: "a1", name: "功率", nameEn: "Power", kind: "number", choices: "", defaultValue: "", value: "7.5" },
    { id: "a2", name: "备用", nameEn: "Spare", kind: "boolean", choices: "", defaultValue: "", value: "0" },
  ];
  const groups = { own: [{ id: "g1", name: "Mine" }], organisation: [{ id: "g2", name: "Ours", slaves: [{ no: 3, name: "Inlet" }] }] };
  const site = openSite((path) => ({
    data:
      path === "/api/device_group_member/query_groups"
        ? groups
        : { list: path === "/api/device_attr/query" ? list : [], total: 0, pageNo: 1, pageSize: 20 },
  }));
  const paths = ["/api/device_attr/query", "/api/device_group_member/query_groups"];
  show(<DeviceAbout device={wholeDevice(more)} now={now} />, { site, paths });
  await screen.findByText("Power");
  const terms = [...document.querySelectorAll("dt")].map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  return Object.fromEntries(terms);
};

it("tells what is written about a device, its attributes in words, and its SN as a QR code [S3.029] [S3.030]", async () => {
  const told = await shown({ image: "/files/pump.png" });
  expect(told).toMatchObject({
    ...{ Industry: "water", Updated: "2026-10-05 06:07:08" },
    ...{ Protocol: "HTTP push", "Mobile attribute": "Mobile", "Alarm notifications": "Off", Dealer: "River Trade" },
    ...{ "User name": "Zhou Min", Contact: "0311-86001234", "Third-party ID": "ERP-77", "Tuya ID": "bf01", Region: "河北 石家庄 长安" },
    ...{ "Parameter version": "P9", "Installation date": "2026-08-30", "Service information": "yearly", Power: "7.5", Spare: "No" },
    Lease: "2026-09-01 – 2027-08-31 (1 day left)",
  });
  expect(within(document.body).getByTitle("QR code of SN NP-0001")).toBeTruthy();
  expect(within(document.body).getByAltText("Picture").getAttribute("src")).toBe("/files/pump.png");
  expect(await screen.findByText("Mine")).toBeTruthy();
  expect(screen.getByText(/Ours.*3 Inlet/)).toBeTruthy();
});

it("says how long the service has been over", async () => {
  expect((await shown({ leaseStart: "", leaseEnd: "2027-08-28" })).Lease).toBe("… – 2027-08-28 (ended 2 days ago)");
});

it.each([
  ["Asia/Shanghai", "2026-11-30T15:59:59Z", "2026-11-30", 0],
  ["Asia/Shanghai", "2026-11-30T16:00:00Z", "2026-11-30", -1],
  ["America/New_York", "2026-11-30T16:00:00Z", "2026-11-30", 0],
])("counts the days of a lease in the zone: %s at %s", (zone, now, end, left) => {
  expect(daysLeft(end, zone, Date.parse(now))).toBe(left);
});
