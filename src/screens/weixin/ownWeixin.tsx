import { useCallback } from "react";
import { useIntl } from "react-intl";
import { useDispatch } from "react-redux";
import { companyWeixinCalls, userWeixinCalls } from "#store/handles/companyWeixin.ts";
import type { Dispatch } from "#store/store.ts";
import { SceneCodeView } from "./sceneCodeView.tsx";
import { askAgainMs, useSceneCode } from "./useSceneCode.ts";
import "./weixin.css";

/** Binds the signed-in user to the official account of the organisation. */
export function OwnWeixin() {
  const intl = useIntl();
  const say = (id: string, values?: Record<string, string>) => intl.formatMessage({ id: `profile.weixin.${id}` }, values);
  const dispatch = useDispatch<Dispatch>();
  const scene = useSceneCode(useCallback(() => dispatch(userWeixinCalls.bind.initiate({}, { track: false })), [dispatch]));
  const { data } = companyWeixinCalls.my.useQuery({}, { pollingInterval: scene.code === "" ? 0 : askAgainMs });
  if (!data) return null;
  const { account, bound, following } = data;
  if (!account) return <p>{say("none")}</p>;
  const isBound = bound && following;
  return (
    <div className="gh-weixin-own">
      <p>{say(account.own ? "own" : "above", { name: account.name, company: account.companyName })}</p>
      <p role="status">{say(isBound ? "bound" : bound ? "left" : "unbound")}</p>
      {!isBound && <SceneCodeView scene={scene} scan={say("scan")} />}
    </div>
  );
}
