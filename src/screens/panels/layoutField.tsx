import { Button, ButtonGroup } from "@blueprintjs/core";
import { skipToken } from "@reduxjs/toolkit/query/react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { get, useFormContext, useFormState, useWatch } from "react-hook-form";
import { useIntl } from "react-intl";
import { limits } from "#contract/limits.ts";
import type { PanelElement, PanelKind } from "#contract/panelLayout.ts";
import type { PanelWhole } from "#contract/resources/deviceTemplateUi.ts";
import { FieldFrame } from "#src/kit/form/fieldFrame.tsx";
import { useField } from "#src/kit/form/formScope.ts";
import { useHotkeys } from "#src/kit/keys/hotkeys.ts";
import { useAllowed } from "#src/kit/screen/useAllowed.ts";
import { deviceTemplateUiCmdCalls } from "#store/handles/deviceTemplateUiCmd.ts";
import { ElementFields } from "./elementFields.tsx";
import { added, type Changed, type History, noHistory, redone, removed, stepped, undone } from "./layout.ts";
import { kindIcons, LayoutCanvas } from "./layoutCanvas.tsx";
import { PanelPreview } from "./panelPreview.tsx";
import { useTemplateSlaves } from "./templateSlaves.ts";

const kinds = Object.keys(kindIcons) as PanelKind[];
const group = "panelEditor.title";
const none: readonly PanelElement[] = [];

/** The layout of the panel that the form edits: palette, grid, what the chosen element is, and a look at it with a device's values. */
export function LayoutField({ panel }: { panel: PanelWhole }) {
  const intl = useIntl();
  const field = useField("elements");
  const { setValue, control } = useFormContext();
  const { errors } = useFormState({ control, name: "elements" });
  const elements: readonly PanelElement[] = useWatch({ name: "elements" }) ?? none;
  const allowed = useAllowed();
  const slaves = useTemplateSlaves(panel.deviceTemplateId);
  const { query } = deviceTemplateUiCmdCalls;
  const commands =
    query.useQuery(allowed(query.call) ? { uiId: panel.id, pageSize: limits.panel.commands } : skipToken).currentData?.list ?? [];
  const [selected, setSelected] = useState<number>();
  const [history, setHistory] = useState<History>(noHistory);
  const [told, setTold] = useState("");
  const [previewed, setPreviewed] = useState(false);
  const editor = useRef<HTMLDivElement>(null);
  // An element that has the focus once it is drawn; where there is none, the palette has it.
  const [focused, setFocused] = useState<{ readonly place: number }>();
  useEffect(() => {
    if (!focused) return;
    const boxes = [...(editor.current?.querySelectorAll<HTMLElement>(".gh-panel-box") ?? [])];
    const box = boxes[Math.min(focused.place, boxes.length - 1)];
    (box ?? editor.current?.querySelector<HTMLElement>(".gh-panel-palette button"))?.focus();
  }, [focused]);
  // What a field has changed is a step too: of what was typed into one after the other without pause of place, one.
  const seen = useRef({ elements, typing: -1 });
  const say = (id: string, values?: Record<string, number | string>) => intl.formatMessage({ id: `panelEditor.${id}` }, values);

  const put = (next: readonly PanelElement[]) => {
    seen.current = { elements: next, typing: -1 };
    setValue("elements", next, { shouldDirty: true, shouldValidate: true });
  };
  useEffect(() => {
    const before = seen.current;
    if (JSON.stringify(before.elements) === JSON.stringify(elements)) return;
    const typing = elements.findIndex((element, place) => JSON.stringify(element) !== JSON.stringify(before.elements[place]));
    if (typing !== before.typing) setHistory((now) => stepped(now, before.elements));
    seen.current = { elements: structuredClone(elements), typing };
  }, [elements]);

  const change = (changed: Changed): boolean => {
    if ("refused" in changed) {
      setTold(say(`refused.${changed.refused}`));
      return false;
    }
    setHistory(stepped(history, structuredClone(elements)));
    setTold(changed.pushed > 0 ? say("pushed", { count: changed.pushed }) : "");
    put(changed.elements);
    return true;
  };
  const add = (kind: PanelKind) => {
    if (change(added(elements, kind, slaves[0]?.no ?? 1))) setFocused({ place: elements.length });
  };
  const remove = (place: number) => {
    change(removed(elements, place));
    setSelected(undefined);
    setFocused({ place: Math.max(0, place - 1) });
  };
  const travel = (step: typeof undone) => {
    const went = step(history, structuredClone(elements));
    if (!went) return;
    setHistory(went.history);
    setTold("");
    put(went.elements);
    setSelected((place) => (place !== undefined && place < went.elements.length ? place : undefined));
    return went.elements.findIndex((element, place) => JSON.stringify(element) !== JSON.stringify(elements[place]));
  };
  /** By key the focus is on what the step is about, since what had it may be gone. */
  const walk = (step: typeof undone) => {
    const place = travel(step);
    if (place !== undefined) setFocused({ place: place < 0 ? elements.length : place });
  };
  const editProperties = () => editor.current?.querySelector<HTMLElement>(".gh-panel-properties :is(select, input, textarea)")?.focus();
  const leaveProperties = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || selected === undefined) return;
    event.stopPropagation();
    setFocused({ place: selected });
  };
  const part = () => editor.current;
  useHotkeys([
    { combo: "mod+z", label: "panelEditor.undo", group, part, ...(history.past.length > 0 ? { run: () => walk(undone) } : {}) },
    { combo: "mod+y", label: "panelEditor.redo", group, part, ...(history.future.length > 0 ? { run: () => walk(redone) } : {}) },
    { combo: "arrowleft arrowright arrowup arrowdown", label: "panelEditor.key.move", group, part },
    { combo: "shift+arrowleft shift+arrowright shift+arrowup shift+arrowdown", label: "panelEditor.key.resize", group, part },
    { combo: "enter", label: "panelEditor.key.edit", group, part },
    { combo: "escape", label: "panelEditor.key.back", group, part },
    { combo: "delete", label: "panelEditor.key.remove", group, part },
  ]);

  const ways = [
    { name: "undo", step: undone, steps: history.past },
    { name: "redo", step: redone, steps: history.future },
  ] as const;
  const faulty = new Set(elements.flatMap((_, place) => (get(errors, `elements.${place}`) ? [place] : [])));
  const chosen = selected === undefined ? undefined : elements[selected];
  const palette = kinds.map((kind) => (
    <Button key={kind} size="small" icon={kindIcons[kind]} text={say(`kind.${kind}`)} disabled={previewed} onClick={() => add(kind)} />
  ));
  return (
    <FieldFrame field={field} group>
      <div ref={editor}>
        <div className="gh-panel-tools">
          <div className="gh-panel-palette" role="toolbar" aria-label={say("palette")}>
            {palette}
          </div>
          <ButtonGroup>
            {ways.map(({ name, step, steps }) => (
              <Button
                key={name}
                size="small"
                icon={name}
                aria-label={say(name)}
                title={say(name)}
                disabled={steps.length === 0}
                onClick={() => travel(step)}
              />
            ))}
          </ButtonGroup>
          <Button
            size="small"
            icon="eye-open"
            active={previewed}
            aria-pressed={previewed}
            text={say("preview")}
            onClick={() => setPreviewed(!previewed)}
          />
        </div>
        <p className="gh-panel-told" role="status">
          {told || (faulty.size > 0 ? say("faulty", { places: [...faulty].map((place) => place + 1).join(", ") }) : say("help.canvas"))}
        </p>
        {previewed ? (
          <PanelPreview name={panel.name} elements={elements} commands={commands} />
        ) : (
          <div className="gh-panel-desk">
            <LayoutCanvas
              elements={elements}
              slaves={slaves}
              commandName={(id) => commands.find((command) => command.id === id)?.name ?? ""}
              selected={selected}
              faulty={faulty}
              onSelect={setSelected}
              onChange={change}
              onRemove={remove}
              onEdit={editProperties}
            />
            <section className="gh-panel-properties" aria-label={say("properties")} onKeyDown={leaveProperties}>
              {chosen && selected !== undefined ? (
                <>
                  <div className="gh-panel-properties-head">
                    <h2>{say(`kind.${chosen.kind}`)}</h2>
                    <Button size="small" variant="minimal" icon="trash" text={say("remove")} onClick={() => remove(selected)} />
                  </div>
                  <ElementFields key={`${selected} ${chosen.kind}`} place={selected} element={chosen} slaves={slaves} commands={commands} />
                </>
              ) : (
                <p className="gh-panel-nothing">{say(elements.length === 0 ? "empty" : "none")}</p>
              )}
            </section>
          </div>
        )}
      </div>
    </FieldFrame>
  );
}
