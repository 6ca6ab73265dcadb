import { InputGroup } from "@blueprintjs/core";
import { type RefObject, useEffect, useRef, useState } from "react";

interface SearchBoxProps {
  label: string;
  value: string;
  onSearch(value: string): void;
  inputRef: RefObject<HTMLInputElement | null>;
}

const settleMs = 300;

/** Searches when typing rests, at once on Enter; Esc empties it. */
export function SearchBox({ label, value, onSearch, inputRef }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (value !== known) {
    setKnown(value);
    if (value !== typed.trim()) setTyped(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const ask = (text: string, wait: number) => {
    clearTimeout(timer.current);
    if (wait === 0) onSearch(text);
    else timer.current = setTimeout(() => onSearch(text), wait);
  };
  return (
    <InputGroup
      className="gh-search"
      type="search"
      leftIcon="search"
      inputRef={inputRef}
      placeholder={label}
      aria-label={label}
      aria-keyshortcuts="/"
      maxLength={200}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        ask(event.currentTarget.value, settleMs);
      }}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === "Enter") ask(typed, 0);
        if (event.key === "Escape" && typed !== "") {
          event.preventDefault();
          setTyped("");
          ask("", 0);
        }
      }}
    />
  );
}
