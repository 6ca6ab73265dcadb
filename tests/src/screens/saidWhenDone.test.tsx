// @vitest-environment jsdom
import { fireEvent, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { languages } from "#contract/languages.ts";
import type { RuleRow } from "#contract/resources/alarm.ts";
import { EnabledSwitch, MaskSwitch } from "#src/screens/alarms/ruleSwitches.tsx";
import { DeviceFormScreen } from "#src/screens/devices/deviceFormScreen.tsx";
import { DeviceImportScreen } from "#src/screens/imports/importScreen.tsx";
import { showPage } from "#tests/src/pageSite.tsx";

const uploaded = { zh: "上传成功", en: "Uploaded" } as const;
const switched = { zh: "状态修改成功", en: "Status changed" } as const;

const choose = (file: File) => {
  const input = document.querySelector("input[type=file]") ?? document.body;
  fireEvent.change(input, { target: { files: [file] } });
};

describe("an upload that went well says so", () => {
  it.each(languages)("of a picture: %s [S8.048]", async (language) => {
    const paths = ["/api/device/post"];
    const { said } = showPage(<DeviceFormScreen />, {
      ...{ at: "/devices/adds", language, paths, menu: { "/devices/adds": paths } },
      answers: { "/api/image_file/upload": () => ({ data: { url: "/files/pump.png" } }) },
    });
    await waitFor(() => expect(document.querySelector("input[type=file]")).toBeTruthy());
    choose(new File(["x"], "pump.png", { type: "image/png" }));
    await waitFor(() => expect(said).toEqual([uploaded[language]]));
    expect(document.querySelector("img[src='/files/pump.png']")).toBeTruthy();
  });

  it.each(languages)("of a table: %s [S8.048]", async (language) => {
    const paths = ["/api/device/import"];
    const { said } = showPage(<DeviceImportScreen />, {
      ...{ at: "/devices/import", language, paths, menu: { "/devices/import": paths } },
      answers: { "/api/auth/file/upload": () => ({ data: { id: "u1" } }) },
    });
    await waitFor(() => expect(document.querySelector("input[type=file]")).toBeTruthy());
    choose(new File(["x"], "devices.xlsx"));
    await waitFor(() => expect(said).toEqual([uploaded[language]]));
  });
});

describe("a status that was edited says so", () => {
  const rule = { id: "r1", name: "Hot", enabled: true, mask: true } as RuleRow;

  it.each(languages.flatMap((language) => [["enabled", language, EnabledSwitch] as const, ["mask", language, MaskSwitch] as const]))(
    "%s, %s [S8.049]",
    async (_what, language, Control) => {
      const paths = ["/api/alarm_trigger/open_or_close", "/api/alarm_trigger/open_or_close_mask"];
      const { said } = showPage(<Control rule={rule} onMask={() => undefined} />, {
        at: "/alarms/rules",
        language,
        paths,
        menu: { "/alarms/rules": paths },
      });
      fireEvent.click(document.querySelector("[role=switch], input[type=checkbox], button") ?? document.body);
      await waitFor(() => expect(said).toEqual([switched[language]]));
    },
  );
});
