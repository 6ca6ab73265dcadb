import { useCallback, useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { sceneSeconds } from "#contract/resources/companyWeixin.ts";
import { asRefusal, refusalText } from "#src/kit/feedback/refusalText.ts";
import { serverNow } from "#store/serverClock.ts";

/** While a code is shown, whether it was scanned is asked so often; the socket tells it at once where there is one. */
export const askAgainMs = 3000;

interface Came {
  readonly data?: { readonly code: string; readonly endsAt: string } | undefined;
  readonly error?: unknown;
}

export interface SceneCode {
  /** What the QR code shows; empty for none. */
  readonly code: string;
  /** When it was made, UTC milliseconds. */
  readonly madeAt: number;
  /** It was shown, and binds nobody any more. */
  readonly ended: boolean;
  readonly refusal: string;
  /** Asks for a new one. */
  show(): Promise<void>;
}

const none = { code: "", endsAt: 0, ended: false, refusal: "" };

/** A code that is scanned, until it ends. */
export const useSceneCode = (ask: () => Promise<Came>): SceneCode => {
  const intl = useIntl();
  const [shown, setShown] = useState(none);
  const { code, endsAt, ended, refusal } = shown;
  useEffect(() => {
    if (code === "") return;
    const end = () => setShown((before) => (before.code === code ? { ...before, code: "", ended: true } : before));
    const timer = setTimeout(end, Math.max(0, endsAt - serverNow()));
    return () => clearTimeout(timer);
  }, [code, endsAt]);
  const show = useCallback(async (): Promise<void> => {
    const { data, error } = await ask();
    setShown(
      data
        ? { ...none, code: data.code, endsAt: Date.parse(data.endsAt) }
        : { ...none, refusal: refusalText(asRefusal(error), intl)?.text ?? "" },
    );
  }, [ask, intl]);
  return { code, ended, refusal, show, madeAt: endsAt - sceneSeconds * 1000 };
};
