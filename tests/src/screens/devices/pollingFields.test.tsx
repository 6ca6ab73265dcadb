// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { ModelScreen } from "#src/screens/devices/modelScreen.tsx";
import { showPage } from "#tests/src/pageSite.tsx";
import { standsIn } from "#tests/src/screens/standsIn.ts";

it("how gateways are polled is asked of models whose gateways are, and of no others", async () => {
  const calls = await standsIn("/devices/models", ModelScreen);
  const nobody = { data: { list: [], total: 0, pageNo: 1, pageSize: 20 } };
  const { sent } = showPage(<ModelScreen />, {
    ...{ at: "/devices/models", paths: calls, menu: { "/devices/models": calls } },
    answers: { "/api/device_model/query": () => nobody, "/api/device_model/post": () => ({ data: { id: "m1" } }) },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Add model" }));
  fireEvent.change(await screen.findByRole("textbox", { name: /^Name/ }), { target: { value: "DTU" } });
  expect(screen.queryByRole("textbox", { name: /^Heartbeat/ })).toBe(null);
  fireEvent.change(screen.getByRole("combobox", { name: /^Transmission type/ }), { target: { value: "modbus-rtu-over-tcp" } });
  fireEvent.change(await screen.findByRole("textbox", { name: /^Heartbeat/ }), { target: { value: "a5b6" } });
  fireEvent.change(screen.getByRole("combobox", { name: /^Registration/ }), { target: { value: "password" } });
  fireEvent.change(screen.getByRole("textbox", { name: /^Poll interval/ }), { target: { value: "5" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  const request = {
    ...{ name: "DTU", modelId: "", transmission: "modbus-rtu-over-tcp", framing: "rtu", registration: "password", heartbeat: "a5b6" },
    ...{ pollSeconds: 5, timeoutMs: 1000, mostRegisters: 100, mostGap: 8 },
  };
  await waitFor(() => expect(sent).toContainEqual({ path: "/api/device_model/post", request }));
});
