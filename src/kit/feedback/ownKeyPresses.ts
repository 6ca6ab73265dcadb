const answering: readonly string[] = ["Enter", " "];

/**
 * Lets Enter and Space count only on what they were pressed upon; returns what ends it. Blueprint clicks a button when such a key is let go
 * on it, wherever it was pressed: the key that opened a drawer from a table would close it again, and the one that submitted a field would
 * answer the question that the field raised. Repetitions of a held key count on what it was pressed upon, too.
 */
export const watchOwnKeyPresses = (page: Window): (() => void) => {
  const pressedOn = new Map<string, EventTarget | null>();
  const down = (event: KeyboardEvent) => {
    if (!answering.includes(event.key)) return;
    if (!event.repeat) pressedOn.set(event.key, event.target);
    else if (pressedOn.get(event.key) !== event.target) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  const up = (event: KeyboardEvent) => {
    if (!answering.includes(event.key)) return;
    if (pressedOn.get(event.key) !== event.target) event.stopPropagation();
    pressedOn.delete(event.key);
  };
  page.addEventListener("keydown", down, true);
  page.addEventListener("keyup", up, true);
  return () => {
    page.removeEventListener("keydown", down, true);
    page.removeEventListener("keyup", up, true);
  };
};
