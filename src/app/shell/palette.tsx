import { Dialog } from "@blueprintjs/core";
import { Search } from "@blueprintjs/icons";
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { useIntl } from "react-intl";
import { useNavigate } from "react-router-dom";
import { isComposing, useTypedText } from "#src/kit/form/typedText.ts";
import { type PaletteGroup, usePaletteFound } from "./paletteFound.ts";
import type { PaletteItem, PaletteSource } from "./paletteSource.ts";
import { earlyText, forgetEarlyText } from "./paletteWaiting.tsx";

interface PaletteProps {
  groups: readonly PaletteGroup[];
  sources: readonly PaletteSource[];
  onClose(): void;
}

/** Goes to any screen, runs any action, finds what the sources find. */
export function Palette({ groups, sources, onClose }: PaletteProps) {
  const intl = useIntl();
  const navigate = useNavigate();
  const id = useId();
  const [early] = useState(earlyText);
  useEffect(forgetEarlyText, []);
  const { text, whole, typing } = useTypedText(early);
  const [at, setAt] = useState(0);
  const { found, searching, failed } = usePaletteFound(whole, groups, sources);
  const items = found.flatMap((group) => group.items.map((item) => ({ key: `${group.id} ${item.id}`, item })));
  const active = items[Math.min(at, items.length - 1)];
  const activeAt = active ? items.indexOf(active) : -1;
  const optionId = (place: number) => `${id}${place}`;
  useEffect(() => {
    if (activeAt >= 0) document.getElementById(`${id}${activeAt}`)?.scrollIntoView?.({ block: "nearest" });
  }, [id, activeAt]);
  const choose = (item: PaletteItem) => {
    onClose();
    if (item.to !== undefined) void navigate(item.to);
    item.run?.();
  };
  const keys = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const now = activeAt;
    const last = items.length - 1;
    const targets: Record<string, number> = {
      ArrowDown: now >= last ? 0 : now + 1,
      ArrowUp: now <= 0 ? last : now - 1,
      PageDown: Math.min(now + 8, last),
      PageUp: Math.max(now - 8, 0),
    };
    const target = targets[event.key];
    if (target !== undefined) setAt(target);
    else if (event.key === "Enter" && active) choose(active.item);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog isOpen onClose={onClose} className="gh-palette" transitionDuration={0} aria-labelledby={`${id}title`}>
      <h2 id={`${id}title`} hidden>
        {intl.formatMessage({ id: "palette.label" })}
      </h2>
      <div className="gh-palette-input">
        <Search size={16} />
        <input
          // The dialog is opened to type into.
          ref={(input) => input?.focus()}
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}list`}
          aria-autocomplete="list"
          aria-activedescendant={active ? optionId(activeAt) : undefined}
          aria-label={intl.formatMessage({ id: "palette.label" })}
          placeholder={intl.formatMessage({ id: "palette.placeholder" })}
          autoComplete="off"
          spellCheck={false}
          value={text}
          {...typing}
          onChange={(event) => {
            typing.onChange(event);
            setAt(0);
          }}
          onKeyDown={keys}
        />
        <kbd>Esc</kbd>
      </div>
      <div
        id={`${id}list`}
        className="gh-palette-list"
        role="listbox"
        tabIndex={-1}
        aria-label={intl.formatMessage({ id: "palette.results" })}
      >
        {found.map((group) => (
          <fieldset key={group.id} aria-labelledby={`${id}${group.id}`}>
            <div id={`${id}${group.id}`} className="gh-palette-group" role="presentation">
              {intl.formatMessage({ id: group.title })}
            </div>
            {group.items.map((item) => {
              const key = `${group.id} ${item.id}`;
              const place = items.findIndex((other) => other.key === key);
              return (
                <div
                  key={key}
                  id={optionId(place)}
                  className="gh-palette-item"
                  role="option"
                  tabIndex={-1}
                  aria-selected={place === activeAt}
                  onMouseMove={() => setAt(place)}
                  onClick={() => choose(item)}
                  onKeyDown={keys}
                >
                  <span>{item.label}</span>
                  {item.detail && <span className="gh-palette-detail">{item.detail}</span>}
                </div>
              );
            })}
            {group.more ? (
              <div className="gh-palette-more" role="presentation">
                {intl.formatMessage({ id: "palette.more" }, { count: group.more })}
              </div>
            ) : null}
          </fieldset>
        ))}
      </div>
      <div className="gh-palette-status" role="status">
        {searching ? intl.formatMessage({ id: "palette.searching" }) : null}
        {!searching && failed ? intl.formatMessage({ id: "palette.failed" }) : null}
        {!searching && !failed && items.length === 0 ? intl.formatMessage({ id: "palette.nothing" }, { text: whole.trim() }) : null}
      </div>
    </Dialog>
  );
}
