import { Icon } from "@blueprintjs/core";
import { isAtHand } from "#src/app/icons.ts";
import { lazyPart } from "#src/kit/part/lazyPart.tsx";

/** The names of all icons are a large list: it comes with the first menu that holds one which the console does not use itself. */
const OtherIcon = lazyPart(async () => (await import("./otherIcon.tsx")).OtherIcon, {
  place: "nook",
  waiting: <Icon icon="dot" size={16} />,
});

/** A menu item's icon by its Blueprint name; a dot where the name means nothing. */
export function MenuIcon({ name }: { name: string }) {
  return isAtHand(name) ? <Icon icon={name} size={16} /> : name === "" ? <Icon icon="dot" size={16} /> : <OtherIcon name={name} />;
}
