import { Button, Drawer, type IconName } from "@blueprintjs/core";
import { type ReactNode, useId, useRef } from "react";
import { useIntl } from "react-intl";
import { type Hotkey, useHotkeys } from "#src/kit/keys/hotkeys.ts";
import type { Steps } from "#src/kit/screen/useRowSteps.ts";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { useFocusBack } from "./focusBack.ts";
import "./form.css";

interface SideDrawerProps {
  /** Translated. */
  title: string;
  isOpen?: boolean;
  size?: number;
  /** Whether a click beside it closes it. */
  outsideCloses?: boolean;
  /** Sets the focus when it opens; the cross has it otherwise. */
  onOpening?: (content: HTMLElement) => void;
  /** Whether Enter in a field saves what is typed. */
  saves?: boolean;
  /** To the neighbours of what is shown: buttons, and Alt with an arrow. */
  steps?: Steps;
  /** Of Esc, the cross, and a click beside it. */
  onClose(): void;
  children: ReactNode;
}

const stepKeys = ({ previous, next }: Steps): readonly Hotkey[] => {
  const key = (combo: string, label: string, run: (() => void) | undefined): Hotkey => ({
    ...{ combo, label, group: "form.hotkeys", everywhere: true },
    ...(run ? { run } : {}),
  });
  return [key("alt+arrowup", "form.step.previous", previous), key("alt+arrowdown", "form.step.next", next)];
};

function StepButtons({ steps }: { steps: Steps }) {
  const intl = useIntl();
  const button = (name: keyof Steps, icon: IconName) => {
    const label = intl.formatMessage({ id: `form.step.${name}` });
    return (
      <Button
        variant="minimal"
        icon={icon}
        disabled={!steps[name]}
        aria-label={label}
        title={`${label} (Alt+${name === "previous" ? "↑" : "↓"})`}
        onClick={() => steps[name]?.()}
      />
    );
  };
  return (
    <>
      {button("previous", "chevron-up")}
      {button("next", "chevron-down")}
    </>
  );
}

/** Drawn with the content, so that it knows who had the focus before the cross took it, and gives it back once the content has gone. */
function FocusBack() {
  useFocusBack();
  return null;
}

/** A titled drawer from the right. */
export function SideDrawer({
  title,
  isOpen = true,
  size = 480,
  outsideCloses = true,
  onOpening,
  saves = false,
  steps,
  onClose,
  children,
}: SideDrawerProps) {
  const intl = useIntl();
  const titleId = useId();
  const frame = useRef<HTMLDivElement>(null);
  const listed = { group: "form.hotkeys", part: () => frame.current };
  useHotkeys([
    ...(isOpen && steps ? stepKeys(steps) : []),
    ...(saves
      ? [
          { combo: "enter", label: "form.hotkey.save", ...listed },
          { combo: "mod+enter", label: "form.hotkey.saveAnywhere", ...listed },
        ]
      : []),
    { combo: "escape", label: "form.hotkey.close", ...listed },
  ]);
  return (
    <Drawer
      isOpen={isOpen}
      size={size}
      className="gh-form-drawer"
      transitionDuration={120}
      autoFocus={!onOpening}
      shouldReturnFocusOnClose={false}
      canOutsideClickClose={outsideCloses}
      {...(onOpening ? { onOpening } : {})}
      onClose={onClose}
    >
      <div ref={frame} className="gh-form-frame" role="dialog" tabIndex={-1} aria-modal aria-labelledby={titleId}>
        <FocusBack />
        <div className="gh-form-head">
          <h2 id={titleId}>
            <ForeignText text={title} />
          </h2>
          {steps && <StepButtons steps={steps} />}
          <Button
            variant="minimal"
            icon="cross"
            autoFocus={!onOpening}
            aria-label={intl.formatMessage({ id: "form.close" })}
            onClick={onClose}
          />
        </div>
        {children}
      </div>
    </Drawer>
  );
}
