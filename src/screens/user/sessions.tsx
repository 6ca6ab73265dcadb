import { HTMLTable, Tag } from "@blueprintjs/core";
import { useIntl } from "react-intl";
import { limits } from "#contract/limits.ts";
import type { Me } from "#contract/resources/user.ts";
import { useToasts } from "#src/kit/feedback/feedback.ts";
import { FailedRead } from "#src/kit/screen/pageStates.tsx";
import { useFailure } from "#src/kit/screen/useFailure.ts";
import { formatInstant } from "#src/kit/value/zonedTime.ts";
import { userCalls } from "#store/handles/user.ts";
import { PasswordAsked } from "./passwordAsked.tsx";

/** Where one is signed in, and the way to end it everywhere else. */
export function Sessions({ me }: { me: Me }) {
  const intl = useIntl();
  const toasts = useToasts();
  const read = userCalls.sessions.useQuery({ pageSize: limits.page.max }, { refetchOnMountOrArgChange: true });
  const failure = useFailure(read);
  const sessions = read.data?.list ?? [];
  const [end] = userCalls.end_sessions.useMutation();
  const say = (id: string) => intl.formatMessage({ id: `profile.sessions.${id}` });
  const endOthers = async (password: string) => {
    const { data: done, error } = await end({ password });
    if (done) toasts.success("profile.sessions.ended", { count: done.ended });
    return error;
  };
  if (failure !== undefined) return <FailedRead error={failure} onRetry={() => void read.refetch()} />;
  return (
    <div className="gh-profile-factor">
      <HTMLTable compact striped className="gh-profile-sessions">
        <thead>
          <tr>
            <th scope="col">{say("address")}</th>
            <th scope="col">{say("createdAt")}</th>
            <th scope="col">{say("seenAt")}</th>
            <th scope="col">{say("which")}</th>
          </tr>
        </thead>
        <tbody>
          {sessions.map(({ address, createdAt, seenAt, current }) => (
            <tr key={`${createdAt} ${seenAt} ${address}`}>
              <td className="gh-mono">{address}</td>
              <td>{formatInstant(me.zone, createdAt)}</td>
              <td>{formatInstant(me.zone, seenAt)}</td>
              <td>{current && <Tag minimal>{say("current")}</Tag>}</td>
            </tr>
          ))}
        </tbody>
      </HTMLTable>
      {sessions.length > 1 && <PasswordAsked text={say("end")} intent="danger" send={endOthers} />}
    </div>
  );
}
