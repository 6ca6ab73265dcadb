import { type CSSProperties, type KeyboardEvent, useState } from "react";
import { Link } from "react-router-dom";
import type { Language } from "#contract/messages.ts";
import type { MenuItem } from "#contract/resources/user.ts";
import { groupsTo, menuName } from "#src/session/menuTree.ts";
import { MenuIcon } from "./menuIcon.tsx";

interface FoldedMenuProps {
  items: readonly MenuItem[];
  path: string;
  language: Language;
  address(path: string): string;
}

/** Icons only; what an icon stands for flies out beside it on hover, press or arrow key. */
export function FoldedMenu({ items, path, language, address }: FoldedMenuProps) {
  const [open, setOpen] = useState<{ id: string; place: CSSProperties }>();
  const show = (id: string, element: Element) => {
    const { top, bottom } = element.getBoundingClientRect();
    setOpen({ id, place: top < window.innerHeight / 2 ? { top } : { bottom: window.innerHeight - bottom } });
  };
  const keys = (event: KeyboardEvent<HTMLElement>, item: MenuItem) => {
    if (event.key === "Escape" && open) {
      setOpen(undefined);
      event.currentTarget.querySelector<HTMLElement>(".gh-side-entry")?.focus();
    } else if (event.key === "ArrowRight" && item.children.length > 0) {
      show(item.id, event.currentTarget);
      const { currentTarget } = event;
      requestAnimationFrame(() => currentTarget.querySelector<HTMLElement>(".gh-flyout a")?.focus());
    }
  };
  return (
    <ul className="gh-side-list" onMouseLeave={() => setOpen(undefined)}>
      {items.map((item) => {
        const name = menuName(item, language);
        const group = item.children.length > 0;
        const holds = group ? groupsTo([item], path) !== undefined : item.path === path;
        const shown = open?.id === item.id;
        return (
          <li
            key={item.id}
            onMouseEnter={(event) => show(item.id, event.currentTarget)}
            onKeyDown={(event) => keys(event, item)}
            onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(undefined)}
          >
            {group ? (
              <button
                type="button"
                className="gh-side-entry"
                aria-label={name}
                aria-expanded={shown}
                data-holds={holds}
                onClick={(event) => (shown && event.detail === 0 ? setOpen(undefined) : show(item.id, event.currentTarget))}
              >
                <MenuIcon name={item.icon} />
              </button>
            ) : (
              <Link
                className="gh-side-entry"
                to={address(item.path)}
                aria-label={name}
                aria-current={holds ? "page" : undefined}
                onFocus={(event) => show(item.id, event.currentTarget)}
                onClick={() => setOpen(undefined)}
              >
                <MenuIcon name={item.icon} />
              </Link>
            )}
            {shown && (
              <div className="gh-flyout" style={open.place} aria-hidden={group ? undefined : true}>
                <div className="gh-flyout-title">{name}</div>
                {group && (
                  <FlyoutList items={item.children} path={path} language={language} address={address} onGone={() => setOpen(undefined)} />
                )}
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function FlyoutList({ items, path, language, address, onGone }: FoldedMenuProps & { onGone(): void }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item.id}>
          {item.children.length > 0 ? (
            <>
              <div className="gh-flyout-group">{menuName(item, language)}</div>
              <FlyoutList items={item.children} path={path} language={language} address={address} onGone={onGone} />
            </>
          ) : (
            <Link to={address(item.path)} aria-current={item.path === path ? "page" : undefined} onClick={onGone}>
              {menuName(item, language)}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
