// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { DeviceHead } from "#src/screens/devices/deviceHead.tsx";
import { resetQuestion } from "#src/screens/devices/resetting.ts";
import { intlOf } from "#tests/src/inView.tsx";
import { showPage } from "#tests/src/pageSite.tsx";
import { wholeDevice } from "./wholeDevice.ts";

const path = "/api/tuya/device/reset_device/{device}";
const at = "/devices/deviceDatail?id=d1";
const action = "Restore factory settings";

const show = (tuyaId: string, paths: readonly string[]) => {
  const device = { ...wholeDevice(), tuyaId };
  return showPage(<DeviceHead device={device} now={Date.now()} communicatedAt={undefined} charted={[]} />, {
    ...{ at, paths: [...paths], menu: { "/devices/deviceDatail": [...paths] } },
  });
};

it("is offered for devices that have an id in the Tuya cloud, to who may reset them", () => {
  for (const [tuyaId, paths] of [
    ["", [path]],
    ["6c95a93fd9", []],
  ] as const) {
    const { unmount } = show(tuyaId, paths);
    expect(screen.queryByRole("button", { name: action })).toBeNull();
    unmount();
  }
  show("6c95a93fd9", [path]);
  expect(screen.getByRole("button", { name: action })).toBeTruthy();
});

it("says that the device forgets its network, asks for its name, and resets it [S7.112]", async () => {
  const { id, name } = wholeDevice();
  const { sent, said, asked, details } = show("6c95a93fd9", [path]);
  fireEvent.click(screen.getByRole("button", { name: action }));
  await waitFor(() => expect(said).toEqual(["The Tuya cloud has accepted the reset"]));
  expect([asked, details[0], sent]).toEqual([
    [`Restore the factory settings of ${name}?`],
    expect.stringContaining("6c95a93fd9: it forgets its network"),
    [{ path, request: { device: id } }],
  ]);
  expect(resetQuestion(intlOf("en"), { id, name, tuyaId: "6c95a93fd9" })).toMatchObject({ kind: "danger", typed: name });
});
