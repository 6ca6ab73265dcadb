// @vitest-environment jsdom
import { expect, it } from "vitest";
import type { Language } from "#contract/messages.ts";
import { TableEmpty } from "#src/kit/screen/tableEmpty.tsx";
import { DeviceListScreen } from "#src/screens/devices/deviceListScreen.tsx";
import { showPage } from "#tests/src/pageSite.tsx";

it.each<[Language, string]>([
  ["zh", "搜索条件：水泵、在线"],
  ["en", "Searched for: 水泵, Online"],
])("what an empty table was searched for stands apart, in %s", (language, words) => {
  const { specs, filters } = { specs: DeviceListScreen.definition.filters ?? [], filters: { search: "水泵", presence: "online" } };
  const nothing = () => undefined;
  const page = showPage(<TableEmpty id="devices" {...{ specs, filters }} onClear={nothing} onAdd={undefined} />, { language });
  expect(page.container.textContent).toContain(words);
});
