import { Dialog, DialogBody, DialogFooter } from "@blueprintjs/core";
import { useState } from "react";
import { useIntl } from "react-intl";
import { useDispatch } from "react-redux";
import { lazyPart } from "#src/kit/part/lazyPart.tsx";
import { activePresets, buttonTypes, defaultDisplay, displaySlice, pickerStart, themePresets } from "#store/display.ts";
import { isColor } from "./color.ts";
import { dialogStyles } from "./palette.ts";
import { SwatchGroup } from "./swatchGroup.tsx";
import { useDisplay, useSetDisplay } from "./useDisplay.ts";

const ColorPicker = lazyPart(async () => (await import("./colorPicker.tsx")).ColorPicker, {
  waiting: <div className="gh-color-picker" />,
});

const modes = ["light", "dark", "system"] as const;
const densities = ["dense", "comfortable"] as const;
const titlePresets = ["", "#1C2C49", "#2d72d2", "#1c6e42", "#935610", "#ac2f33"] as const;

/** The display settings; each applies as it is chosen. */
export function ThemeDialog({ onClose }: { onClose(): void }) {
  const intl = useIntl();
  const say = (id: string) => intl.formatMessage({ id: `theme.${id}` });
  const display = useDisplay();
  const set = useSetDisplay();
  const dispatch = useDispatch();
  const [picking, setPicking] = useState(false);
  const picked = !themePresets.some((preset) => preset === display.theme) && isColor(display.theme) ? display.theme : pickerStart;
  const named = <T extends string>(ids: readonly T[], prefix: string) => ids.map((id) => ({ value: id, label: say(`${prefix}.${id}`) }));
  const actives = [defaultDisplay.activeColor, ...Object.values(activePresets)];
  const activeNames = ["default", ...Object.keys(activePresets)];
  return (
    <Dialog isOpen onClose={onClose} className="gh-theme-dialog" title={say("title")} transitionDuration={100}>
      <DialogBody>
        <SwatchGroup
          legend={say("theme")}
          value={display.theme}
          onChange={(value) => set("theme", value)}
          options={themePresets.map((preset) => ({ value: preset, label: preset, color: preset }))}
        >
          <button type="button" className="bp6-button bp6-small" aria-expanded={picking} onClick={() => setPicking(!picking)}>
            {say("pick")}
          </button>
        </SwatchGroup>
        {picking && <ColorPicker label={say("pick")} color={picked} onChange={(value) => set("theme", value)} />}
        <SwatchGroup
          legend={say("active")}
          value={display.activeColor}
          onChange={(value) => set("activeColor", value)}
          options={actives.map((color, at) => ({ value: color, label: say(`active.${activeNames[at] ?? ""}`), color }))}
        />
        <SwatchGroup
          legend={say("button")}
          value={display.buttonColor}
          onChange={(value) => set("buttonColor", value)}
          options={named(buttonTypes, "button")}
        />
        <SwatchGroup
          legend={say("titleColor")}
          value={display.titleColor}
          onChange={(value) => set("titleColor", value)}
          options={titlePresets.map((color) =>
            color ? { value: color, label: color, color } : { value: "", label: say("titleColor.default") },
          )}
        />
        <SwatchGroup
          legend={say("dialogTitle")}
          value={display.dialogTitleColor}
          onChange={(value) => set("dialogTitleColor", value)}
          options={named(dialogStyles, "dialogTitle")}
        />
        <SwatchGroup legend={say("mode")} value={display.mode} onChange={(value) => set("mode", value)} options={named(modes, "mode")} />
        <SwatchGroup
          legend={say("density")}
          value={display.density}
          onChange={(value) => set("density", value)}
          options={named(densities, "density")}
        />
      </DialogBody>
      <DialogFooter
        actions={
          <button type="button" className="bp6-button bp6-intent-primary" onClick={onClose}>
            {say("done")}
          </button>
        }
      >
        <button type="button" className="bp6-button bp6-minimal" onClick={() => dispatch(displaySlice.actions.restore({}))}>
          {say("reset")}
        </button>
      </DialogFooter>
    </Dialog>
  );
}
