/** `<ErrorBoundary Shown={PlaceFault}>`: what is shown once something below throws while it is drawn. */
import { Component, type ComponentType, type ReactNode } from "react";

export interface ThrownProps {
  readonly error: unknown;
  /** Draws what is below once more. */
  readonly again: () => void;
}

interface ErrorBoundaryProps {
  readonly Shown: ComponentType<ThrownProps>;
  readonly children: ReactNode;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly error: unknown }> {
  override readonly state: { readonly error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render(): ReactNode {
    const { Shown, children } = this.props;
    const { error } = this.state;
    return error === null ? children : <Shown error={error} again={() => this.setState({ error: null })} />;
  }
}
