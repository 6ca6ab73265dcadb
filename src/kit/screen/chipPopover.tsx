import { Button, type ButtonProps } from "@blueprintjs/core";
import { type JSX, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Popover } from "#src/kit/popover/popover.tsx";
import { isFocusFree } from "#src/kit/view/content.ts";
import { leavesAt, moveInside, startInside } from "./popoverKeys.ts";

interface ChipPopoverProps {
  button: ButtonProps;
  placement: "bottom-start" | "bottom-end";
  /** `close` shuts the popover and gives the focus back to the button. */
  content(close: () => void): JSX.Element;
}

/** A button with a popover to fill in: Down opens it, arrows move inside, Tab at its ends leaves it. Blueprint would give the focus back to the field of the popover, which is gone by then. */
export function ChipPopover({ button, placement, content }: ChipPopoverProps) {
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLButtonElement>(null);
  const returning = useRef(false);
  const waiting = useRef(false);
  const { loading = false } = button;
  // A button that is busy cannot have the focus: it takes it when it is done, where nothing else has by then.
  useEffect(() => {
    if (loading || !waiting.current) return;
    waiting.current = false;
    if (isFocusFree()) place.current?.focus();
  }, [loading]);
  const close = () => {
    returning.current = true;
    setOpen(false);
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.defaultPrevented) return;
    if (leavesAt(event)) {
      // The browser moves on from here.
      place.current?.focus();
      setOpen(false);
    } else moveInside(event);
  };
  return (
    <Popover
      isOpen={open}
      onInteraction={setOpen}
      onClose={(event) => {
        if (event?.type === "keydown") returning.current = true;
      }}
      // Until then the overlay takes the focus back to itself, and drops it when it goes.
      onClosed={() => {
        if (returning.current) place.current?.focus();
        waiting.current = returning.current && loading;
        returning.current = false;
      }}
      onOpened={startInside}
      shouldReturnFocusOnClose={false}
      enforceFocus={false}
      placement={placement}
      arrow={false}
      animation="minimal"
      content={<div {...{ onKeyDown: press }}>{content(close)}</div>}
    >
      <Button
        {...button}
        ref={place}
        endIcon="caret-down"
        aria-haspopup="true"
        aria-expanded={open}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" || open) return;
          event.preventDefault();
          setOpen(true);
        }}
      />
    </Popover>
  );
}
