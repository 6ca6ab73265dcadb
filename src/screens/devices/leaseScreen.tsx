import { useMemo, useState } from "react";
import type { ListedDevice } from "#contract/resources/device.ts";
import { lazyPart } from "#src/kit/part/lazyPart.tsx";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { useSession } from "#src/session/sessionView.ts";
import { leaseList } from "./leaseList.tsx";

const RenewDrawer = lazyPart(async () => (await import("./renewDrawer.tsx")).RenewDrawer, { place: "over" });

interface Renewing {
  rows: readonly ListedDevice[];
  end(renewed: boolean): void;
}

function LeasePage() {
  const { me } = useSession();
  const [renewing, setRenewing] = useState<Renewing>();
  const definition = useMemo(() => {
    const renew = (rows: readonly ListedDevice[]) =>
      new Promise<boolean>((resolve) =>
        setRenewing({
          rows,
          end(renewed) {
            setRenewing(undefined);
            resolve(renewed);
          },
        }),
      );
    return leaseList({ zone: me.zone, renew });
  }, [me.zone]);
  return (
    <>
      <TablePage definition={definition} />
      {renewing && <RenewDrawer devices={renewing.rows} onRenewed={() => renewing.end(true)} onClose={() => renewing.end(false)} />}
    </>
  );
}

/** Devices by their service period, and its renewal. */
export const LeaseScreen = Object.assign(LeasePage, { definition: leaseList({ zone: "UTC", renew: async () => false }) });
