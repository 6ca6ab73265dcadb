import { Button } from "@blueprintjs/core";
import { type RefObject, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useDispatch } from "react-redux";
import type { WeixinRow } from "#contract/resources/companyWeixin.ts";
import { asRefusal, refusalText } from "#src/kit/feedback/refusalText.ts";
import { SideDrawer } from "#src/kit/form/sideDrawer.tsx";
import { copyText } from "#src/kit/table/tableText.ts";
import { companyWeixinCalls } from "#store/handles/companyWeixin.ts";
import type { Dispatch } from "#store/store.ts";
import "./weixin.css";

const useCopied = (text: string, host: RefObject<HTMLElement | null>) => {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    if (host.current) setCopied(await copyText(text, host.current));
  };
  return { copied, copy };
};

/** Where WeChat is to post, and whether it lets the server in. */
export function ConnectionDrawer({ row, onClose }: { row: WeixinRow; onClose(): void }) {
  const intl = useIntl();
  const say = (id: string) => intl.formatMessage({ id: `weixinAccounts.${id}` });
  const dispatch = useDispatch<Dispatch>();
  const host = useRef<HTMLDivElement>(null);
  const address = `${window.location.origin}${row.callback}`;
  const { copied, copy } = useCopied(address, host);
  const [came, setCame] = useState<{ text: string; bad: boolean }>();
  const [asking, setAsking] = useState(false);
  const check = async (): Promise<void> => {
    if (asking) return;
    setAsking(true);
    const { data, error } = await dispatch(companyWeixinCalls.try.initiate({ id: row.id }, { track: false }));
    const answered = data?.answer
      ? intl.formatMessage({ id: "weixinAccounts.check.refused" }, { answer: data.answer })
      : say("check.silent");
    const said = data?.ok ? say("check.ok") : answered;
    setCame({ text: data ? said : (refusalText(asRefusal(error), intl)?.text ?? ""), bad: !data?.ok });
    setAsking(false);
  };
  return (
    <SideDrawer title={`${say("action.check")} · ${row.name}`} onClose={onClose}>
      <div className="gh-form-fields" ref={host}>
        <div className="gh-weixin-own">
          <p className="gh-field-help">{say("callback.help")}</p>
          <code className="gh-mono">{address}</code>
          <div>
            <Button icon="duplicate" text={say(copied ? "callback.copied" : "callback.copy")} onClick={() => void copy()} />
          </div>
          <p className="gh-field-help">{say("check.help")}</p>
          <div>
            <Button icon="link" aria-busy={asking} text={say(asking ? "check.asking" : "action.check")} onClick={() => void check()} />
          </div>
          <p role="status" {...(came?.bad ? { className: "gh-field-error" } : {})}>
            {came?.text}
          </p>
        </div>
      </div>
    </SideDrawer>
  );
}
