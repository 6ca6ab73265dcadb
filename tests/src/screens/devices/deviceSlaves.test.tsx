// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { createActor } from "xstate";
import { realtimeLink } from "#machines/realtimeLink.ts";
import { RealtimeContext } from "#src/app/realtime/realtimeContext.ts";
import { DeviceDetailScreen } from "#src/screens/devices/deviceDetailScreen.tsx";
import { showPage } from "#tests/src/pageSite.tsx";
import { wholeDevice } from "./wholeDevice.ts";

const slave = (no: number, name: string, recipeName: string) => ({ id: `s${no}`, no, name, recipeId: `r${no}`, recipeName, points: [] });

it.each([
  ["one slave", [slave(1, "Pump house", "Pumps")]],
  ["three slaves", [slave(1, "Pump house", "Pumps"), slave(2, "Weir", "Levels"), slave(247, "Valve", "Flows")]],
])("a device of %s shows each with name, number and data template [S1.008]", async (_what, slaves) => {
  const paths = ["/api/device/get"];
  const link = createActor(realtimeLink, { input: { now: () => 0 } });
  const page = (
    <RealtimeContext value={link}>
      <DeviceDetailScreen />
    </RealtimeContext>
  );
  showPage(page, {
    ...{ at: "/devices/deviceDatail?id=d1", paths, menu: { "/devices/deviceDatail": paths } },
    answers: { "/api/device/get": () => ({ data: wholeDevice({ slaves }) }) },
  });
  for (const { no, name, recipeName } of slaves) {
    fireEvent.click(await screen.findByText(`${name} (${no})`));
    expect(screen.getByText(`Data template: ${recipeName}`)).toBeVisible();
  }
});
