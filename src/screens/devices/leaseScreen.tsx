import { useMemo, useState } from "react";
import type { ListedDevice } from "#contract/resources/device.ts";
import { withAllWords } from "#src/app/neededWords.ts";
import { lazyPart } from "#src/kit/part/lazyPart.tsx";
import type { Matching } from "#src/kit/screen/screenDefinition.ts";
import { TablePage } from "#src/kit/screen/tablePage.tsx";
import { useSession } from "#src/session/sessionView.ts";
import { leaseList } from "./leaseList.tsx";

const RenewDrawer = lazyPart(async () => (await import("./renewDrawer.tsx")).RenewDrawer, { place: "over" });

const ChangeManyDrawer = lazyPart(async () => (await withAllWords(import("./changeManyDrawer.tsx"))).ChangeManyDrawer, { place: "over" });

interface Renewing {
  of: { rows: readonly ListedDevice[] } | { matching: Matching; recount(): void };
  end(renewed: boolean): void;
}

function LeasePage() {
  const { me } = useSession();
  const [renewing, setRenewing] = useState<Renewing>();
  const definition = useMemo(() => {
    const ask = (of: Renewing["of"]) =>
      new Promise<boolean>((resolve) =>
        setRenewing({
          of,
          end(renewed) {
            setRenewing(undefined);
            resolve(renewed);
          },
        }),
      );
    return leaseList({
      zone: me.zone,
      renew: (rows) => ask({ rows }),
      renewAll: (matching, { refetch }) => ask({ matching, recount: () => void refetch() }),
    });
  }, [me.zone]);
  return (
    <>
      <TablePage definition={definition} />
      {renewing && "rows" in renewing.of && (
        <RenewDrawer devices={renewing.of.rows} onRenewed={() => renewing.end(true)} onClose={() => renewing.end(false)} />
      )}
      {renewing && "matching" in renewing.of && (
        <ChangeManyDrawer
          kind="renew"
          chosen={renewing.of.matching}
          onRefused={renewing.of.recount}
          onBegun={() => renewing.end(true)}
          onClose={() => renewing.end(false)}
        />
      )}
    </>
  );
}

/** Devices by their service period, and its renewal. */
export const LeaseScreen = Object.assign(LeasePage, {
  definition: leaseList({ zone: "UTC", renew: async () => false, renewAll: async () => false }),
});
