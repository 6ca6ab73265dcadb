import { type ReactNode, useEffect } from "react";
import { FormattedMessage } from "react-intl";
import { PartFault, partTroubleId } from "./loadPart.ts";
import "./part.css";
import { useServerBack } from "./serverBack.ts";

/** In a room of its own, over the page, or where there is no room for words. */
export type PartPlace = "room" | "over" | "nook";

interface PartTroubleNoteProps {
  fault: Error;
  place: PartPlace;
  /** Whether it is tried again by itself. */
  again: boolean;
  /** Left out where nothing but a reload helps. */
  onRetry?: () => void;
  /** Of what stands over the page: without it nobody could leave it. */
  onClose?: (() => void) | undefined;
  waiting?: ReactNode;
}

/** In place of a part that did not come or failed: what is wrong, and the ways on. */
export function PartTroubleNote({ fault, place, again, onRetry, onClose, waiting }: PartTroubleNoteProps) {
  const trouble = fault instanceof PartFault ? fault.trouble : undefined;
  useServerBack(again, () => onRetry?.());
  useEffect(() => {
    if (!onClose || place !== "over") return undefined;
    const press = ({ key }: KeyboardEvent) => {
      if (key === "Escape") onClose();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [onClose, place]);
  if (place === "nook") return waiting;
  return (
    <div className={`gh-part-fault gh-part-fault-${place}`} role="alert">
      <p className="gh-part-words">
        <FormattedMessage id={partTroubleId(fault)} />
      </p>
      {again && (
        <p>
          <FormattedMessage id="part.again" />
        </p>
      )}
      {!trouble && (
        <>
          <p>
            <FormattedMessage id="part.failedHint" />
          </p>
          <code>{fault.message}</code>
        </>
      )}
      <div className="gh-part-ways">
        {trouble !== "outdated" && onRetry && (
          <button type="button" className="gh-part-button" onClick={onRetry}>
            <FormattedMessage id="part.retry" />
          </button>
        )}
        {trouble !== "offline" && (
          <button type="button" className="gh-part-button" onClick={() => window.location.reload()}>
            <FormattedMessage id="part.reload" />
          </button>
        )}
        {onClose && (
          <button type="button" className="gh-part-button" onClick={onClose}>
            <FormattedMessage id="part.close" />
          </button>
        )}
      </div>
    </div>
  );
}
