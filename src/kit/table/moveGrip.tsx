import { Icon } from "@blueprintjs/core";
import "./moveGrip.css";

/** What the mouse takes hold of to give a row another place, beside that place. */
export function MoveGrip({ place }: { place: number }) {
  return (
    <span className="gh-move-grip">
      <Icon icon="drag-handle-vertical" size={12} />
      {place}
    </span>
  );
}
