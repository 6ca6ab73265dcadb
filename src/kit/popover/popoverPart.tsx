import { PopoverNext, type PopoverNextProps } from "@blueprintjs/core";

/** Blueprint's popover, with all that places it: a part of its own, since a page has none before somebody opens one. */
export function PopoverPart(props: PopoverNextProps) {
  return <PopoverNext {...props} />;
}
