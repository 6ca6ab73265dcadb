import { Button } from "@blueprintjs/core";
import { QRCodeSVG } from "qrcode.react";
import { useState } from "react";
import { useIntl } from "react-intl";
import { useDispatch } from "react-redux";
import { asRefusal, refusalText } from "#src/kit/feedback/refusalText.ts";
import { companyWeixinCalls, userWeixinCalls } from "#store/handles/companyWeixin.ts";
import type { Dispatch } from "#store/store.ts";

/** While a code is shown, whether it was scanned is asked so often. */
const askAgainMs = 3000;

/** Binds the signed-in user to the official account of the organisation. */
export function OwnWeixin() {
  const intl = useIntl();
  const say = (id: string, values?: Record<string, string>) => intl.formatMessage({ id: `profile.weixin.${id}` }, values);
  const dispatch = useDispatch<Dispatch>();
  const [code, setCode] = useState("");
  const [refusal, setRefusal] = useState("");
  const { data } = companyWeixinCalls.my.useQuery({}, { pollingInterval: code === "" ? 0 : askAgainMs });
  if (!data) return null;
  const { account, bound, following } = data;
  if (!account) return <p>{say("none")}</p>;
  const isBound = bound && following;
  const show = async (): Promise<void> => {
    const { data: made, error } = await dispatch(userWeixinCalls.bind.initiate({}, { track: false }));
    setCode(made?.code ?? "");
    setRefusal(made ? "" : (refusalText(asRefusal(error), intl)?.text ?? ""));
  };
  return (
    <div className="gh-profile-factor">
      <p>{say(account.own ? "own" : "above", { name: account.name, company: account.companyName })}</p>
      <p aria-live="polite">{say(isBound ? "bound" : bound ? "left" : "unbound")}</p>
      {!isBound && (
        <div>
          <Button intent="primary" text={say("show")} onClick={() => void show()} />
        </div>
      )}
      {!isBound && code !== "" && (
        <>
          <p>{say("scan")}</p>
          <div className="gh-profile-picture">
            <QRCodeSVG value={code} size={176} marginSize={2} title={say("scan")} />
          </div>
        </>
      )}
      {refusal !== "" && <p className="gh-field-error">{refusal}</p>}
    </div>
  );
}
