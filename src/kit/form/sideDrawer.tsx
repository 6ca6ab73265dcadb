import { Button, Drawer } from "@blueprintjs/core";
import { type ReactNode, useId } from "react";
import { useIntl } from "react-intl";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import "./form.css";

interface SideDrawerProps {
  /** Translated. */
  title: string;
  isOpen?: boolean;
  size?: number;
  /** Whether a click beside it closes it. */
  outsideCloses?: boolean;
  /** Sets the focus when it opens; the cross has it otherwise. */
  onOpening?: (content: HTMLElement) => void;
  /** Of Esc, the cross, and a click beside it. */
  onClose(): void;
  children: ReactNode;
}

/** A titled drawer from the right. */
export function SideDrawer({ title, isOpen = true, size = 480, outsideCloses = true, onOpening, onClose, children }: SideDrawerProps) {
  const intl = useIntl();
  const titleId = useId();
  return (
    <Drawer
      isOpen={isOpen}
      size={size}
      className="gh-form-drawer"
      transitionDuration={120}
      autoFocus={!onOpening}
      canOutsideClickClose={outsideCloses}
      {...(onOpening ? { onOpening } : {})}
      onClose={onClose}
    >
      <div className="gh-form-frame" role="dialog" aria-modal aria-labelledby={titleId}>
        <div className="gh-form-head">
          <h2 id={titleId}>
            <ForeignText text={title} />
          </h2>
          <Button
            variant="minimal"
            icon="cross"
            autoFocus={!onOpening}
            aria-label={intl.formatMessage({ id: "form.close" })}
            onClick={onClose}
          />
        </div>
        {children}
      </div>
    </Drawer>
  );
}
