import type { AnchorHTMLAttributes, ReactNode } from "react";
import type { Call } from "#contract/kit/call.ts";
import { useOpens } from "#src/kit/screen/useAllowed.ts";
import { viewOf } from "./viewLocation.ts";

interface ViewLinkProps extends Pick<AnchorHTMLAttributes<HTMLAnchorElement>, "className" | "title" | "onClick"> {
  /** What the other view is opened for. */
  call: Call;
  /** An address such as `/devices/list?presence=online`. */
  to: string;
  children: ReactNode;
}

/** A link into another view. Who may not make the call there sees its text alone. */
export function ViewLink({ call, to, children, onClick, ...attributes }: ViewLinkProps) {
  const opens = useOpens();
  if (!opens(call, viewOf(to))) return <span {...attributes}>{children}</span>;
  return (
    <a {...attributes} href={`#${to}`} onClick={onClick}>
      {children}
    </a>
  );
}
