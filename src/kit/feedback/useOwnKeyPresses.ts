import { type KeyboardEvent, useRef } from "react";

/**
 * Handlers for what stands around buttons that take the focus by themselves. Blueprint clicks a button when Enter or Space is let go on it,
 * wherever it was pressed: the key that submitted a field would answer the question that the field raised. Only a press that began in here
 * counts, and the repetitions of a held key begin nothing.
 */
export const useOwnKeyPresses = () => {
  const pressed = useRef(new Set<string>());
  return {
    onKeyDownCapture(event: KeyboardEvent) {
      if (!event.repeat) pressed.current.add(event.key);
      else if (!pressed.current.has(event.key)) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
    onKeyUpCapture(event: KeyboardEvent) {
      if (!pressed.current.delete(event.key)) event.stopPropagation();
    },
  };
};
