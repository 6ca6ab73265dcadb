import { type RefObject, useMemo } from "react";
import { type Hotkey, useHotkeys } from "#src/kit/keys/hotkeys.ts";

interface GridParts {
  selectable: boolean;
  opens: boolean;
  edits: boolean;
  acts: boolean;
  moves: boolean;
  sheet: boolean;
}

/** The keys of the grid, as they are listed while it has the focus; the grid itself answers them. */
export const useGridHotkeys = (root: RefObject<HTMLElement | null>, { selectable, opens, edits, acts, moves, sheet }: GridParts): void => {
  const hotkeys = useMemo((): readonly Hotkey[] => {
    const key = (combo: string, id: string): Hotkey => ({
      ...{ combo, label: `table.hotkey.${id}`, group: "table.hotkeys" },
      part: () => root.current,
    });
    return [
      key("arrowup arrowdown arrowleft arrowright", "move"),
      key("home end", "ends"),
      key("mod+home", "first"),
      key("mod+end", "last"),
      key("pageup pagedown", "page"),
      ...(opens ? [key("enter", "open")] : []),
      ...(selectable ? [key("space", "select"), key("mod+a", "selectPage")] : []),
      key("shift+arrowdown", "extend"),
      key("mod+c", "copy"),
      ...(edits ? [key("f2", "edit")] : []),
      ...(acts ? [key("shift+f10", "rowMenu")] : []),
      ...(moves ? [key("alt+arrowup alt+arrowdown", "moveRow")] : []),
      ...(sheet
        ? [
            key("enter shift+enter", "nextRow"),
            key("mod+v", "paste"),
            key("mod+x", "cut"),
            key("mod+d", "fillDown"),
            key("delete", "empty"),
            key("mod+z", "undo"),
            key("mod+y mod+shift+z", "redo"),
            key("insert", "insertRow"),
            key("mod+delete", "deleteRows"),
            key("mod+s", "save"),
          ]
        : []),
      key("alt+arrowdown", "columnMenu"),
      key("escape", "clear"),
    ];
  }, [root, selectable, opens, edits, acts, moves, sheet]);
  useHotkeys(hotkeys);
};
