import { QRCodeSVG } from "qrcode.react";
import { useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { useDispatch } from "react-redux";
import type { ContactRow } from "#contract/resources/alarmGroup.ts";
import { asRefusal, refusalText } from "#src/kit/feedback/refusalText.ts";
import { SideDrawer } from "#src/kit/form/sideDrawer.tsx";
import { userWeixinCalls } from "#store/handles/companyWeixin.ts";
import type { Dispatch } from "#store/store.ts";

/** Shows the code that binds an alarm contact who scans it. */
export function BindDrawer({ row, onClose }: { row: ContactRow; onClose(): void }) {
  const intl = useIntl();
  const dispatch = useDispatch<Dispatch>();
  const [code, setCode] = useState("");
  const [refusal, setRefusal] = useState("");
  useEffect(() => {
    let isShown = true;
    void dispatch(userWeixinCalls.bind.initiate({ contactId: row.id }, { track: false })).then(({ data, error }) => {
      if (!isShown) return;
      setCode(data?.code ?? "");
      setRefusal(data ? "" : (refusalText(asRefusal(error), intl)?.text ?? ""));
    });
    return () => {
      isShown = false;
    };
  }, [dispatch, intl, row.id]);
  const scan = intl.formatMessage({ id: "alarmContacts.bind.scan" }, { name: row.name });
  return (
    <SideDrawer title={`${intl.formatMessage({ id: "alarmContacts.action.bind" })} · ${row.name}`} onClose={onClose}>
      <div className="gh-form-fields" aria-live="polite">
        {code !== "" && (
          <>
            <p>{scan}</p>
            <QRCodeSVG value={code} size={176} marginSize={2} title={scan} />
          </>
        )}
        {refusal !== "" && <p className="gh-field-error">{refusal}</p>}
      </div>
    </SideDrawer>
  );
}
