import { Dialog, DialogBody } from "@blueprintjs/core";
import { useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { type Hotkey, useListedHotkeys } from "./hotkeys.ts";
import "./hotkeyDialog.css";

const mac = /Mac|iPhone|iPad/.test(navigator.userAgent);
const caps: Record<string, string> = {
  mod: mac ? "⌘" : "Ctrl",
  shift: "Shift",
  alt: mac ? "⌥" : "Alt",
  arrowup: "↑",
  arrowdown: "↓",
  arrowleft: "←",
  arrowright: "→",
  escape: "Esc",
  plus: "+",
  pageup: "PgUp",
  pagedown: "PgDn",
};

const keysOf = (combo: string): string[] =>
  combo
    .toLowerCase()
    .split(/[+ ]/)
    .map((key) => caps[key] ?? (key.length === 1 ? key.toUpperCase() : key.charAt(0).toUpperCase() + key.slice(1)));

/** The keys that work now, under their headings. */
export function HotkeyDialog({ onClose }: { onClose(): void }) {
  const intl = useIntl();
  const [focused] = useState(() => document.activeElement);
  const listed = useListedHotkeys(focused);
  // Also while the focus is still on its way into the dialog, where the key would go to what lies below.
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      onClose();
    };
    window.addEventListener("keydown", press, true);
    return () => window.removeEventListener("keydown", press, true);
  }, [onClose]);
  const groups = new Map<string, Hotkey[]>();
  for (const hotkey of listed) groups.set(hotkey.group, [...(groups.get(hotkey.group) ?? []), hotkey]);
  return (
    <Dialog isOpen onClose={onClose} className="gh-hotkeys" title={intl.formatMessage({ id: "hotkeys.title" })} transitionDuration={100}>
      <DialogBody tabIndex={0}>
        {[...groups].map(([group, hotkeys]) => (
          <section key={group}>
            <h3>{intl.formatMessage({ id: group })}</h3>
            <dl>
              {hotkeys.map((hotkey) => (
                <div key={`${hotkey.combo} ${hotkey.label}`}>
                  <dt>{intl.formatMessage({ id: hotkey.label })}</dt>
                  <dd>
                    {keysOf(hotkey.combo).map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </DialogBody>
    </Dialog>
  );
}
