import { Button } from "@blueprintjs/core";
import { QRCodeSVG } from "qrcode.react";
import { useIntl } from "react-intl";
import type { SceneCode } from "./useSceneCode.ts";
import "#src/kit/form/form.css";
import "./weixin.css";

/** The code with `scan` above it, what became of it, and a button that asks for one. */
export function SceneCodeView({ scene, scan }: { scene: SceneCode; scan: string }) {
  const intl = useIntl();
  const { code, ended, refusal, show } = scene;
  const isNew = code === "" && !ended;
  return (
    <>
      <div className="gh-weixin-scan" aria-live="polite">
        {code !== "" && <p>{scan}</p>}
        {ended && <p>{intl.formatMessage({ id: "weixinCode.ended" })}</p>}
        {refusal !== "" && <p className="gh-field-error">{refusal}</p>}
      </div>
      {code !== "" && (
        <div className="gh-weixin-code">
          <QRCodeSVG value={code} size={176} marginSize={2} title={scan} />
        </div>
      )}
      <Button
        {...(isNew ? { intent: "primary" as const } : {})}
        icon="mobile-phone"
        text={intl.formatMessage({ id: isNew ? "weixinCode.show" : "weixinCode.again" })}
        onClick={() => void show()}
      />
    </>
  );
}
