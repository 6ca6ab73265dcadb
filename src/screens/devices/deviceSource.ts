import { skipToken } from "@reduxjs/toolkit/query/react";
import type { ChoiceSource } from "#src/kit/form/choices.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { devicesOf } from "./devicePicker.tsx";

/** Devices, found by a part of their name or SN. */
export const deviceSource: ChoiceSource = {
  ...devicesOf(),
  useName: (id) => deviceCalls.get.useQuery(id === "" ? skipToken : { id }).currentData?.name ?? "",
};
