import { type ChangeEvent, type CompositionEvent, type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";

type Field = HTMLInputElement | HTMLTextAreaElement;

interface TypingProps {
  onChange(event: ChangeEvent<Field>): void;
  onCompositionStart(): void;
  onCompositionEnd(event: CompositionEvent<Field>): void;
}

/** Whether the key belongs to an input method that is composing: Enter then takes its candidate and does nothing of the field's. */
export const isComposing = ({ nativeEvent }: KeyboardEvent): boolean => nativeEvent.isComposing || nativeEvent.keyCode === 229;

/**
 * What is typed into a field that looks for something: `text` is what stands there, `whole` what may be asked for, which is never the
 * half of a word that is being composed.
 */
export const useTypedText = <T extends string | undefined>(initial: T) => {
  const [text, setText] = useState<T | string>(initial);
  const [whole, setWhole] = useState<T | string>(initial);
  const composing = useRef(false);
  const type = (next: T | string) => {
    setText(next);
    if (!composing.current) setWhole(next);
  };
  const typing: TypingProps = {
    onChange: (event) => type(event.currentTarget.value),
    onCompositionStart() {
      composing.current = true;
    },
    onCompositionEnd(event) {
      composing.current = false;
      type(event.currentTarget.value);
    },
  };
  return {
    text,
    whole,
    typing,
    /** Another text than what was typed: chosen, given up, emptied. */
    put(next: T | string) {
      composing.current = false;
      setText(next);
      setWhole(next);
    },
  };
};

/**
 * What is typed into a field whose value stands elsewhere, as in the address, and comes back late. It is told once typing rests, or at
 * once by `tell`; a value from outside is shown only while the field has not the focus.
 */
export const useEchoedText = (outside: string, onText: (text: string) => void, restMs: number) => {
  const [typed, setTyped] = useState<string>();
  const [focused, setFocused] = useState(false);
  const [known, setKnown] = useState(outside);
  if (outside !== known) {
    setKnown(outside);
    if (!focused) setTyped(undefined);
  }
  const composing = useRef(false);
  const waiting = useRef<{ text: string; timer: ReturnType<typeof setTimeout> }>(undefined);
  const tell = (text: string) => {
    clearTimeout(waiting.current?.timer);
    waiting.current = undefined;
    setTyped(text);
    onText(text);
  };
  const latest = useRef(tell);
  useEffect(() => {
    latest.current = tell;
  });
  const rest = useCallback(
    (text: string) => {
      clearTimeout(waiting.current?.timer);
      waiting.current = { text, timer: setTimeout(() => latest.current(text), restMs) };
    },
    [restMs],
  );
  // A view that is hidden asks nothing; shown again, it asks for what was typed last.
  useEffect(() => {
    if (waiting.current) rest(waiting.current.text);
    return () => clearTimeout(waiting.current?.timer);
  }, [rest]);
  const type = (text: string) => {
    setTyped(text);
    if (composing.current) clearTimeout(waiting.current?.timer);
    else rest(text);
  };
  const typing = {
    value: typed ?? outside,
    onFocus: () => setFocused(true),
    onBlur() {
      setFocused(false);
      composing.current = false;
      if (waiting.current) tell(waiting.current.text);
      else setTyped(undefined);
    },
    onChange: (event: ChangeEvent<Field>) => type(event.currentTarget.value),
    onCompositionStart() {
      composing.current = true;
    },
    onCompositionEnd(event: CompositionEvent<Field>) {
      composing.current = false;
      type(event.currentTarget.value);
    },
  };
  return { typing, tell };
};
