import { Classes, Icon } from "@blueprintjs/core";
import * as shapes from "@blueprintjs/icons/lib/esm/generated/16px/paths/index.js";

const byName = new Map(Object.entries(shapes));

/** As the modules of the shapes are called: `map-marker` is MapMarker. */
const shapeName = (name: string): string => name.replace(/(?:^|-)([a-z0-9])/g, (_, first: string) => first.toUpperCase());

/** Any of Blueprint's icons; a dot where the name means nothing. */
export function OtherIcon({ name }: { name: string }) {
  const paths = byName.get(shapeName(name));
  if (!paths) return <Icon icon="dot" size={16} />;
  return (
    <span aria-hidden className={Classes.ICON}>
      <svg aria-hidden data-icon={name} width={16} height={16} viewBox="0 0 16 16">
        {paths.map((path) => (
          <path key={path} d={path} fillRule="evenodd" />
        ))}
      </svg>
    </span>
  );
}
