import { skipToken } from "@reduxjs/toolkit/query/react";
import { useIntl } from "react-intl";
import type { ResponseOf } from "#contract/kit/call.ts";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { useFailure } from "#src/kit/screen/useFailure.ts";
import { HeldAge } from "#src/kit/value/age.tsx";
import { deviceCalls } from "#store/handles/device.ts";
import { Figure } from "./figure.tsx";

type Life = ResponseOf<typeof deviceCalls.count_for_hdip_top.call>;

const lists = {
  produced: "/devices/list",
  sold: "/devices/list?sold=true",
  activated: "/devices/list?activated=true",
  notActivated: "/devices/list?activated=false",
} as const satisfies Partial<Record<keyof Life, string>>;
const names = Object.keys(lists) as (keyof typeof lists)[];

/** What became of the devices: how many there are or will be, were sold, and came into use. */
export function FleetLife() {
  const intl = useIntl();
  const readable = useAllowed()(deviceCalls.count_for_hdip_top.call);
  const read = deviceCalls.count_for_hdip_top.useQuery(readable ? {} : skipToken, { refetchOnMountOrArgChange: true });
  const failed = useFailure(read) !== undefined;
  if (!readable) return null;
  const say = (id: string, values?: Record<string, number>) => intl.formatMessage({ id: `home.life.${id}` }, values);
  const unused = read.data?.unused ?? 0;
  return (
    <section aria-label={say("title")}>
      <h2>
        {say("title")} <HeldAge />
      </h2>
      <div className="gh-figures">
        {names.map((name) => (
          <Figure
            key={name}
            figure={{ count: read.data?.[name], failed }}
            call={deviceCalls.query.call}
            to={lists[name]}
            note={name === "produced" && unused > 0 ? say("unused", { count: unused }) : undefined}
          >
            {say(name)}
          </Figure>
        ))}
      </div>
    </section>
  );
}
