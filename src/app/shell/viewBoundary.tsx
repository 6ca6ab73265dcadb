import { Component, type ReactNode } from "react";
import { FormattedMessage } from "react-intl";

interface ViewBoundaryProps {
  children: ReactNode;
  /** Before the view is tried again. */
  onRetry(): void;
}

/** A view that fails takes nothing else along. React logs the fault with its component stack. */
export class ViewBoundary extends Component<ViewBoundaryProps, { fault: Error | undefined }> {
  override state: { fault: Error | undefined } = { fault: undefined };

  static getDerivedStateFromError(fault: unknown): { fault: Error } {
    return { fault: fault instanceof Error ? fault : new Error(String(fault)) };
  }

  readonly retry = (): void => {
    this.props.onRetry();
    this.setState({ fault: undefined });
  };

  override render(): ReactNode {
    const { fault } = this.state;
    if (!fault) return this.props.children;
    return (
      <div className="gh-view-fault" role="alert">
        <h2>
          <FormattedMessage id="shell.viewFault" />
        </h2>
        <p>
          <FormattedMessage id="shell.viewFaultHint" />
        </p>
        <code>{fault.message}</code>
        <button type="button" className="bp6-button bp6-intent-primary" onClick={this.retry}>
          <FormattedMessage id="shell.retry" />
        </button>
      </div>
    );
  }
}
