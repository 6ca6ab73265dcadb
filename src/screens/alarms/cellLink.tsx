import type { MouseEvent } from "react";
import { ForeignText } from "#src/kit/value/foreignText.tsx";
import { useViewNavigate } from "#src/kit/view/viewLocation.ts";

interface CellLinkProps {
  /** Asked anew at a click: a cell is not drawn again when the view's query changes. */
  address(): string;
  children: string;
}

/** A link in a table's cell. The grid is one tab stop, and its keys open the row. */
export function CellLink({ address, children }: CellLinkProps) {
  const navigate = useViewNavigate();
  const go = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    navigate(address());
  };
  return (
    <a href={`#${address()}`} tabIndex={-1} draggable={false} onClick={go}>
      <ForeignText text={children} />
    </a>
  );
}
