import { InputGroup } from "@blueprintjs/core";
import type { RefObject } from "react";
import { isComposing, useEchoedText } from "#src/kit/form/typedText.ts";

interface SearchBoxProps {
  label: string;
  value: string;
  onSearch(value: string): void;
  inputRef: RefObject<HTMLInputElement | null>;
}

const restMs = 300;

/** Searches when typing rests, at once on Enter; Esc empties it. */
export function SearchBox({ label, value, onSearch, inputRef }: SearchBoxProps) {
  const { typing, tell } = useEchoedText(value, onSearch, restMs);
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
      {...typing}
      onKeyDown={(event) => {
        if (isComposing(event)) return;
        if (event.key === "Enter") tell(typing.value);
        if (event.key === "Escape" && typing.value !== "") {
          event.preventDefault();
          tell("");
        }
      }}
    />
  );
}
