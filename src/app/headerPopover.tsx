import { type JSX, type ReactNode, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { Popover } from "#src/kit/popover/popover.tsx";
import { focusContent, isFocusFree } from "#src/kit/view/content.ts";

interface HeaderPopoverProps {
  id?: string;
  className: string;
  label: string;
  /** What stands on the button. */
  children: ReactNode;
  /** Nothing as long as there is nothing to show. */
  content: ((close: () => void) => JSX.Element) | undefined;
}

/** A button of the header with a popover, which gives the focus back to it when the keyboard closes it. */
export function HeaderPopover({ id, className, label, children, content }: HeaderPopoverProps) {
  const { key } = useLocation();
  // It ends with the view over which it was opened.
  const [openOver, setOpenOver] = useState<string>();
  const open = openOver === key;
  const setOpen = (shown: boolean) => setOpenOver(shown ? key : undefined);
  const button = useRef<HTMLButtonElement>(null);
  const returning = useRef(false);
  return (
    <Popover
      isOpen={open && content !== undefined}
      onInteraction={setOpen}
      onClose={(event) => {
        if (event?.type === "keydown") returning.current = true;
      }}
      // Until then the overlay takes the focus back to itself.
      onClosed={(closed) => {
        if (returning.current) button.current?.focus();
        else if (isFocusFree() || closed.contains(document.activeElement)) focusContent();
        returning.current = false;
      }}
      shouldReturnFocusOnClose={false}
      placement="bottom-end"
      arrow={false}
      animation="minimal"
      content={content ? content(() => setOpen(false)) : <span />}
    >
      <button
        ref={button}
        id={id}
        type="button"
        className={`gh-header-button ${className}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={label}
        title={label}
      >
        {children}
      </button>
    </Popover>
  );
}
