import { useIntl } from "react-intl";
import type { SlaveNow } from "#contract/resources/device.ts";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { deviceCalls } from "#store/handles/device.ts";
import { slaveAddress } from "./deviceAddress.ts";
import { DevicePanel } from "./devicePanel.tsx";

const most = 20;

/** Other slaves that a reader may want to hold this one against: those of the same data template. */
export function SameRecipe({ slave }: { slave: SlaveNow }) {
  const intl = useIntl();
  const read = deviceCalls.list_recipe_slave_sn.useQuery(
    { recipeId: slave.recipeId, pageSize: most + 1 },
    { refetchOnMountOrArgChange: true },
  );
  const { data } = read;
  const others = data?.list.filter(({ id }) => id !== slave.id).slice(0, most);
  const count = (data?.total ?? 1) - 1;
  return (
    <DevicePanel name="same" read={read} rows={others?.length}>
      <ul className="gh-entries">
        {others?.map((other) => (
          <li key={other.id} className="gh-entry">
            <a className="gh-entry-text" href={`#${slaveAddress(other.id)}`}>
              <ForeignText text={intl.formatMessage({ id: "device.slave.title" }, { name: other.name, no: other.no })} />
            </a>
            <span className="gh-entry-side">
              <ForeignText text={other.deviceName} />
            </span>
            <span className="gh-entry-side gh-mono">
              <ForeignText text={other.sn} />
            </span>
          </li>
        ))}
      </ul>
      {others !== undefined && count > others.length && (
        <p className="gh-device-nothing">{intl.formatMessage({ id: "device.panel.same.more" }, { count, shown: others.length })}</p>
      )}
    </DevicePanel>
  );
}
