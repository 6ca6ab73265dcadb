import { Icon, InputGroup } from "@blueprintjs/core";
import type { IconName } from "@blueprintjs/icons";
import { type KeyboardEvent, type Ref, useDeferredValue, useId, useState } from "react";
import { useIntl } from "react-intl";
import { asRefusal, refusalText } from "#src/kit/feedback/refusalText.ts";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import "./finder.css";
import type { Choice, ChoiceSource } from "./choices.ts";
import { isComposing, useTypedText } from "./typedText.ts";

interface FinderProps {
  label: string;
  useFound: ChoiceSource["useFound"];
  /** What is chosen now, as it is called; empty for nothing. */
  shown: string;
  faulty?: boolean;
  disabled?: boolean;
  autoFocus?: boolean;
  icon?: IconName;
  placeholder?: string;
  /** Said where nothing is found. */
  none?: string;
  className?: string;
  /** Of the input. */
  id?: string;
  attributes?: Readonly<Record<string, string | boolean | undefined>>;
  inputRef?: Ref<HTMLInputElement>;
  onPick(choice: Choice): void;
}

/** Finds one of many by a part of its name, as it is typed. */
export function Finder({ label, useFound, shown, faulty = false, icon = "search", className = "", ...props }: FinderProps) {
  const intl = useIntl();
  const listId = useId();
  const { text: typed, whole, typing, put } = useTypedText<string | undefined>(undefined);
  const [place, setPlace] = useState(0);
  const asked = useDeferredValue(whole);
  const { choices, looking, error } = useFound(asked?.trim());
  const failed = !looking && error !== undefined;
  const open = typed !== undefined;
  const found = open && !failed ? choices : [];
  const active = found[Math.min(place, found.length - 1)];
  const close = () => {
    put(undefined);
    setPlace(0);
  };
  const pick = (choice: Choice) => {
    close();
    props.onPick(choice);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event)) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!open) put("");
      else setPlace((found.length + place + (event.key === "ArrowDown" ? 1 : -1)) % Math.max(1, found.length));
    } else if (event.key === "Enter" && open && active) {
      event.preventDefault();
      // What is shown may still be the answer to what was typed before.
      if (asked === typed && !looking) pick(active);
    } else if (event.key === "Escape" && open) {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  };
  const refused = failed ? refusalText(asRefusal(error), intl)?.text : undefined;
  const none =
    refused ?? (looking ? intl.formatMessage({ id: "form.find.looking" }) : (props.none ?? intl.formatMessage({ id: "form.find.none" })));
  return (
    <div className={`gh-finder ${className}`}>
      <InputGroup
        role="combobox"
        aria-label={label}
        aria-expanded={open}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-invalid={faulty}
        {...(active ? { "aria-activedescendant": `${listId}-${active.id}` } : {})}
        {...props.attributes}
        {...(props.id ? { id: props.id } : {})}
        {...(props.inputRef ? { inputRef: props.inputRef } : {})}
        leftElement={<Icon icon={icon} />}
        autoComplete="off"
        autoFocus={props.autoFocus ?? false}
        disabled={props.disabled ?? false}
        intent={faulty ? "danger" : "none"}
        placeholder={shown || (props.placeholder ?? intl.formatMessage({ id: "form.find" }))}
        value={typed ?? shown}
        title={typed === undefined ? shown : ""}
        onFocus={(event) => event.currentTarget.select()}
        {...typing}
        onChange={(event) => {
          typing.onChange(event);
          setPlace(0);
        }}
        onPointerDown={() => !open && put("")}
        onBlur={close}
        onKeyDown={press}
      />
      {open && (
        <div
          id={listId}
          ref={(list) => list?.scrollIntoView({ block: "nearest" })}
          role="listbox"
          aria-label={label}
          className="gh-finder-list"
        >
          {found.map((choice) => (
            <div
              key={choice.id}
              id={`${listId}-${choice.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={choice === active}
              className="gh-finder-option"
              onMouseDown={(event) => {
                event.preventDefault();
                pick(choice);
              }}
            >
              <span className="gh-finder-name">
                <ForeignText text={choice.name} />
              </span>
              {choice.detail && <span className="gh-finder-detail">{choice.detail}</span>}
            </div>
          ))}
          {found.length === 0 && (
            <div className="gh-finder-none" role={failed ? "alert" : undefined}>
              {none}
            </div>
          )}
        </div>
      )}
    </div>
  );
}
