import { Classes, type PopoverNextProps } from "@blueprintjs/core";
import { type ReactElement, useState } from "react";
import { lazyPart } from "#src/kit/part/lazyPart.tsx";

export interface PopoverProps extends Omit<PopoverNextProps, "children" | "isOpen" | "onInteraction"> {
  isOpen: boolean;
  onInteraction(open: boolean): void;
  /** What it opens at, and is opened by. */
  children: ReactElement;
}

function Target({ isOpen, onInteraction, children }: PopoverProps) {
  return (
    <span className={Classes.POPOVER_TARGET} {...{ onClick: () => onInteraction(!isOpen) }}>
      {children}
    </span>
  );
}

const PopoverPart = lazyPart<PopoverProps>(async () => (await import("./popoverPart.tsx")).PopoverPart, { place: "nook", waiting: Target });

/** A popover that is held by its owner. Before it is opened for the first time there is nothing but its target. */
export function Popover(props: PopoverProps) {
  const [wanted, setWanted] = useState(props.isOpen);
  if (props.isOpen && !wanted) setWanted(true);
  return wanted ? <PopoverPart {...props} /> : <Target {...props} />;
}
