import { type JSX, type KeyboardEvent, type ReactNode, useState } from "react";
import { Popover } from "#src/kit/popover/popover.tsx";

interface LazyMenuProps {
  label: string;
  /** What it belongs to, where others are labelled alike. */
  of?: string | undefined;
  icon: ReactNode;
  open: boolean;
  onOpen(open: boolean): void;
  /** Closed, and nothing else has taken the focus: a dialog the chosen item opened keeps it. */
  onClosed(): void;
  content(): JSX.Element;
}

/** An icon button with a menu. The popover exists only while it is wanted: a page has hundreds of these. */
export function LazyMenu({ label, of, icon, open, onOpen, onClosed, content }: LazyMenuProps) {
  const [mounted, setMounted] = useState(open);
  if (open && !mounted) setMounted(true);
  const button = (
    <button
      type="button"
      className="gh-icon-button"
      tabIndex={-1}
      aria-label={label}
      aria-description={of}
      aria-haspopup="menu"
      aria-expanded={open}
      title={label}
      onClick={mounted ? undefined : () => onOpen(true)}
    >
      {icon}
    </button>
  );
  if (!mounted) return button;
  const closed = (popover: HTMLElement) => {
    const focused = document.activeElement;
    setMounted(false);
    // The overlay's focus traps stand beside the popover, in the same portal.
    const portal = popover.closest(".bp6-portal") ?? popover;
    if (focused === document.body || portal.contains(focused)) onClosed();
  };
  return (
    <Popover
      isOpen={open}
      onInteraction={onOpen}
      onClosed={closed}
      placement="bottom-end"
      arrow={false}
      animation="minimal"
      autoFocus={false}
      onOpened={focusFirst}
      shouldReturnFocusOnClose={false}
      content={<div {...{ onKeyDown: moveInMenu }}>{content()}</div>}
    >
      {button}
    </Popover>
  );
}

const enabledItems = "[role=menuitem]:not([aria-disabled=true])";

/** Blueprint would focus its focus trap, a line across the top of the page. */
function focusFirst(popover: HTMLElement): void {
  popover.querySelector<HTMLElement>(enabledItems)?.focus({ preventScroll: true });
}

function moveInMenu(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(enabledItems)];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const targets: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, Home: 0, End: -1 };
  const target = targets[event.key];
  if (target === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  items.at(target % items.length)?.focus();
}
