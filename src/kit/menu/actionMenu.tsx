import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import "./menu.css";

export interface MenuAction {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  /** Given for one of several choices. */
  readonly checked?: boolean;
  run(): void;
}

export interface MenuPlace {
  readonly left: number;
  readonly top: number;
  /** Which edge `left` is. */
  readonly align: "start" | "end";
}

interface ActionMenuProps {
  label: string;
  place: MenuPlace;
  actions: readonly MenuAction[];
  header?: ReactNode;
  /** Its own presses open and close the menu. */
  anchor?: RefObject<HTMLElement | null>;
  /** `back` says whether the focus belongs back where it was. */
  onClose(back: boolean): void;
}

const margin = 8;

export const below = (element: Element, align: MenuPlace["align"]): MenuPlace => {
  const box = element.getBoundingClientRect();
  return { left: align === "start" ? box.left : box.right, top: box.bottom + 4, align };
};

/** A menu at a place of the window; the keys are those of the ARIA menu pattern. */
export function ActionMenu({ label, place, actions, header, anchor, onClose }: ActionMenuProps) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const { width, height } = element.getBoundingClientRect();
    const left = place.align === "start" ? place.left : place.left - width;
    element.style.left = `${Math.max(margin, Math.min(left, window.innerWidth - width - margin))}px`;
    element.style.top = `${Math.max(margin, Math.min(place.top, window.innerHeight - height - margin))}px`;
    const first = element.querySelector<HTMLElement>("[aria-checked=true]") ?? element.querySelector<HTMLElement>("button");
    first?.focus();
  }, [place]);
  useEffect(() => {
    const outside = (event: Event) => {
      const within = (element: HTMLElement | null | undefined) => event.target instanceof Node && element?.contains(event.target) === true;
      if (!within(list.current) && !within(anchor?.current)) onClose(false);
    };
    const away = () => onClose(false);
    document.addEventListener("pointerdown", outside, true);
    window.addEventListener("resize", away);
    window.addEventListener("blur", away);
    return () => {
      document.removeEventListener("pointerdown", outside, true);
      window.removeEventListener("resize", away);
      window.removeEventListener("blur", away);
    };
  }, [anchor, onClose]);
  const keys = (event: KeyboardEvent) => {
    if (event.key === "Escape" || event.key === "Tab") {
      event.preventDefault();
      event.stopPropagation();
      onClose(true);
      return;
    }
    moveFocus(event, list.current);
  };
  return (
    <div ref={list} className="gh-menu">
      {header && <div className="gh-menu-header">{header}</div>}
      <div role="menu" aria-label={label} tabIndex={-1} onKeyDown={keys}>
        {actions.map((action) => (
          <button
            key={action.id}
            type="button"
            {...(action.checked === undefined ? { role: "menuitem" } : { role: "menuitemradio", "aria-checked": action.checked })}
            tabIndex={-1}
            onClick={() => {
              onClose(true);
              action.run();
            }}
          >
            {action.icon}
            <span>{action.label}</span>
          </button>
        ))}
      </div>
    </div>
  );
}

const moveFocus = (event: KeyboardEvent, list: HTMLElement | null): void => {
  const items = [...(list?.querySelectorAll<HTMLElement>("button") ?? [])];
  const at = items.findIndex((item) => item.matches(":focus"));
  const targets: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, Home: 0, End: -1 };
  const target = targets[event.key];
  if (target === undefined) return;
  event.preventDefault();
  items.at(target % items.length)?.focus();
};
