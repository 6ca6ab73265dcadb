import { useIntl } from "react-intl";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { useFailure } from "#src/kit/screen/useFailure.ts";
import { ownName } from "#src/kit/value/readersLanguage.ts";
import { deviceCalls } from "#store/handles/device.ts";
import { deviceTypeCalls } from "#store/handles/deviceType.ts";

const shown = 8;

function TypeShare({ id, name, total }: { id: string; name: string; total: number | undefined }) {
  const intl = useIntl();
  const read = deviceCalls.query.useQuery({ typeId: id, pageSize: 1 }, { refetchOnMountOrArgChange: true });
  const { data } = read;
  const failed = useFailure(read) !== undefined;
  const share = data && total ? Math.min(1, data.total / total) : 0;
  return (
    <div className={failed ? "gh-board-share gh-board-lost" : "gh-board-share"}>
      <span className="gh-board-label" title={name}>
        {name}
      </span>
      <span className="gh-board-number">{data ? intl.formatNumber(data.total) : "–"}</span>
      <span className="gh-board-bar">
        <span style={{ width: `${share * 100}%` }} />
      </span>
    </div>
  );
}

/** How the devices are spread over their types. */
export function TypeShares({ total }: { total: number | undefined }) {
  const intl = useIntl();
  const readable = useAllowed()(deviceCalls.query.call);
  const read = deviceTypeCalls.query.useQuery({ pageSize: shown }, { skip: !readable });
  const { data } = read;
  if (useFailure(read) !== undefined) return <p className="gh-board-note">{intl.formatMessage({ id: "board.lost" })}</p>;
  if (data?.list.length === 0) return <p className="gh-board-note">{intl.formatMessage({ id: "board.noTypes" })}</p>;
  return data?.list.map(({ id, name, nameEn }) => <TypeShare key={id} id={id} name={ownName(intl, name, nameEn)} total={total} />);
}
