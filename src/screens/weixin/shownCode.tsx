import { QRCodeSVG } from "qrcode.react";
import { useEffect, useState } from "react";
import "./weixin.css";

/** While a code is shown, whether it was scanned is asked so often; the socket tells it at once where there is one. */
export const askAgainMs = 3000;

/** Whether the code has ended meanwhile. */
export const useEnded = (endsAt: string | undefined): boolean => {
  const [ended, setEnded] = useState(false);
  useEffect(() => {
    setEnded(false);
    if (endsAt === undefined) return;
    const timer = setTimeout(() => setEnded(true), Math.max(0, Date.parse(endsAt) - Date.now()));
    return () => clearTimeout(timer);
  }, [endsAt]);
  return ended;
};

/** A code to scan, with what it is for. */
export const ShownCode = ({ code, title }: { code: string; title: string }) => (
  <div className="gh-weixin-code">
    <p>{title}</p>
    <QRCodeSVG value={code} size={176} marginSize={2} title={title} />
  </div>
);
