import { createContext, useContext } from "react";
import type { DeviceWhole, PointNow, SlaveNow } from "#contract/resources/device.ts";
import type { ShownCommand } from "#contract/resources/deviceTemplateUi.ts";
import type { LiveValues } from "#src/app/realtime/useDeviceValues.ts";
import { newestOf } from "#src/screens/devices/newestOf.ts";

/** The device whose values a panel shows, as far as they are known. */
export interface PanelDevice {
  readonly device: DeviceWhole;
  readonly live: LiveValues;
  /** When the device was read, by the page's clock. */
  readonly readAt: number;
  readonly now: number;
  /** When curves are asked for; a later time asks anew. */
  readonly asOf: number;
  /** Whether curves may be read, and commands sent. */
  readonly draws: boolean;
  readonly commands: boolean;
  readonly buttons: readonly ShownCommand[];
}

export const PanelContext = createContext<PanelDevice | undefined>(undefined);

export const usePanelDevice = (): PanelDevice => {
  const shown = useContext(PanelContext);
  if (!shown) throw new Error("an element outside a panel");
  return shown;
};

export interface ShownPoint {
  readonly slave: SlaveNow;
  readonly point: PointNow;
  readonly value: PointNow["value"];
  readonly ts: number | null;
}

/** The data point that an element is bound to, with its newest value; nothing where the device has none. */
export const useShownPoint = ({ slave: no, pointId }: { slave: number; pointId: string }): ShownPoint | undefined => {
  const { device, live, readAt } = usePanelDevice();
  const slave = device.slaves.find((one) => one.no === no);
  const point = slave?.points.find(({ id }) => id === pointId);
  return slave && point && { slave, point, ...newestOf(no, point, live, readAt) };
};
