// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { snsIn } from "#src/screens/orders/gatewayCommand.ts";
import { GatewayCommandScreen } from "#src/screens/orders/gatewayCommandScreen.tsx";
import { showPage } from "#tests/src/pageSite.tsx";
import { standsIn } from "#tests/src/screens/standsIn.ts";

const page = (list: readonly object[]) => () => ({ data: { list, total: list.length, pageNo: 1, pageSize: 20 } });
const view = "/devices/gatewaydis";
const send = "/api/order/send_by_sn";
const value = {
  pointId: "p1",
  name: "设定",
  nameEn: "Setpoint",
  valueType: "float32",
  unit: "°C",
  decimals: 1,
  enumeration: [],
  value: 18.5,
};
const saved = { id: "o1", name: "Night", recipeId: "t1", recipeName: "Boiler", slave: null, values: [value], remark: "", version: 1 };
const answer = { deviceId: "d1", deviceName: "North", sn: "GW-1", slave: 1, code: 0, message: "done", milliseconds: 12, state: "done" };
const late = {
  deviceId: "d2",
  deviceName: "South",
  sn: "GW-2",
  slave: 1,
  code: 1303,
  message: "The device did not reply",
  milliseconds: null,
  state: null,
};

const show = async (answers: readonly object[], without: readonly string[] = [], declines = false) => {
  const calls = (await standsIn(view, GatewayCommandScreen)).filter((path) => !without.includes(path));
  return showPage(<GatewayCommandScreen />, {
    ...{ at: view, paths: calls, menu: { [view]: calls }, declines },
    answers: { "/api/order/query": page([saved]), "/api/device_data_recipe/query": page([]), [send]: () => ({ data: { answers } }) },
  });
};
const fill = async (sns: string) => {
  fireEvent.change(await screen.findByRole("textbox", { name: /^SNs/ }), { target: { value: sns } });
  const choice = screen.getByLabelText(/^Saved command/) as HTMLSelectElement;
  await waitFor(() => expect([...choice.options].map(({ text }) => text)).toContain("Night (Setpoint = 18.5 °C)"));
  fireEvent.change(choice, { target: { value: [...choice.options].at(-1)?.value } });
  fireEvent.click(screen.getByRole("button", { name: "Send" }));
};

describe("the gateway command screen", () => {
  it("sends a saved command to SNs once that is confirmed, and shows each reply [S2.072] [S8.041]", async () => {
    const { sent, asked, said } = await show([answer]);
    await fill("GW-1\n gw-2,GW-1");
    await waitFor(() => expect(sent).toContainEqual({ path: send, request: { sns: ["GW-1", "gw-2"], id: "o1" } }));
    expect(asked).toHaveLength(1);
    await screen.findByText("1 of 1 command done");
    expect(screen.getByText("GW-1")).toBeTruthy();
    expect(said).toContain("Command sent and executed");
  });

  it("sends nothing where that is cancelled, and keeps what was filled in [S5.072]", async () => {
    const { sent, asked } = await show([answer], [], true);
    await fill("GW-1");
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(sent.filter(({ path }) => path === send)).toEqual([]);
    expect((screen.getByRole("textbox", { name: /^SNs/ }) as HTMLTextAreaElement).value).toBe("GW-1");
  });

  it("tells a gateway that did not reply, and no success then", async () => {
    const { said } = await show([answer, late]);
    await fill("GW-1 GW-2");
    await screen.findByText("The device did not reply");
    expect(screen.getByText("1 of 2 commands done")).toBeTruthy();
    expect(said).not.toContain("Command sent and executed");
  });

  it("asks for an SN, and sends nothing without [S5.071]", async () => {
    const { sent } = await show([answer]);
    await fill(" , ;");
    await screen.findByText("Enter at least one SN");
    expect(sent.filter(({ path }) => path === send)).toEqual([]);
  });

  it("says that there is no permission to issue commands, and offers nothing to send", async () => {
    await show([answer], ["/api/device/cmd"]);
    await screen.findByText("No permission to issue commands");
    expect(screen.queryByRole("button", { name: "Send" })).toBeNull();
  });

  it("takes SNs in lines and between blanks, commas and semicolons of either language", () => {
    expect(snsIn("a\r\nb,c，d；e;f、g\th a")).toEqual(["a", "b", "c", "d", "e", "f", "g", "h"]);
  });
});
