import { type ReactNode, useCallback, useRef, useState } from "react";
import { ActionMenu, below, type MenuAction, type MenuPlace } from "#src/kit/menu/actionMenu.tsx";

interface MenuButtonProps {
  label: string;
  /** What the button shows says it all: it is named by that. */
  spoken?: boolean;
  className?: string;
  actions: readonly MenuAction[];
  header?: ReactNode;
  children: ReactNode;
}

/** A button of the header with a menu under it. */
export function MenuButton({ label, spoken = false, className, actions, header, children }: MenuButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [place, setPlace] = useState<MenuPlace>();
  const close = useCallback((back: boolean) => {
    setPlace(undefined);
    if (back) button.current?.focus();
  }, []);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={`gh-header-button ${className ?? ""}`}
        aria-label={spoken ? undefined : label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={place !== undefined}
        onClick={(event) => setPlace(place ? undefined : below(event.currentTarget, "end"))}
      >
        {children}
      </button>
      {place && <ActionMenu label={label} place={place} actions={actions} header={header} anchor={button} onClose={close} />}
    </>
  );
}
