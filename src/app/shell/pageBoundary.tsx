import { Component, type ReactNode } from "react";
import type { Location } from "react-router-dom";
import { PartTroubleNote } from "#src/kit/part/partTroubleNote.tsx";

interface PageBoundaryProps {
  location: Location;
  children: ReactNode;
}

interface PageBoundaryState {
  fault: Error | undefined;
  location: Location | undefined;
}

/** What is left when even the frame around the views fails, until another address is gone to. */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { fault: undefined, location: undefined };

  static getDerivedStateFromError(fault: unknown): Partial<PageBoundaryState> {
    return { fault: fault instanceof Error ? fault : new Error(String(fault)) };
  }

  static getDerivedStateFromProps({ location }: PageBoundaryProps, state: PageBoundaryState): PageBoundaryState | null {
    return location === state.location ? null : { fault: undefined, location };
  }

  override render(): ReactNode {
    const { fault } = this.state;
    return fault ? <PartTroubleNote fault={fault} place="room" again={false} /> : this.props.children;
  }
}
