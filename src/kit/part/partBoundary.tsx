import { Component, type ReactNode } from "react";
import { PartFault } from "./loadPart.ts";
import { type PartPlace, PartTroubleNote } from "./partTroubleNote.tsx";

interface PartBoundaryProps {
  place: PartPlace;
  children: ReactNode;
  /** Before the part is drawn again. */
  onRetry(): void;
  onClose?: (() => void) | undefined;
  /** Drawn in a nook instead of words. */
  waiting: ReactNode;
}

/** Tries that are made without being asked for, where the server answers and the part does not come all the same. */
const mostTries = 3;

/** A part that fails takes nothing else along. React tells of the fault with its component stack. */
export class PartBoundary extends Component<PartBoundaryProps, { fault: Error | undefined }> {
  override state: { fault: Error | undefined } = { fault: undefined };
  private tries = 0;

  static getDerivedStateFromError(fault: unknown): { fault: Error } {
    return { fault: fault instanceof Error ? fault : new Error(String(fault)) };
  }

  readonly retry = (): void => {
    this.tries += 1;
    this.props.onRetry();
    this.setState({ fault: undefined });
  };

  override render(): ReactNode {
    const { fault } = this.state;
    const { children, place, onClose, waiting } = this.props;
    if (!fault) return children;
    const trouble = fault instanceof PartFault ? fault.trouble : undefined;
    const again = trouble === "offline" || (trouble === "broken" && this.tries < mostTries);
    return <PartTroubleNote fault={fault} place={place} again={again} onRetry={this.retry} onClose={onClose} waiting={waiting} />;
  }
}
