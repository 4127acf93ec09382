/** `<ErrorBoundary shows={(error, again) => …}>`: what is shown once something below throws while it is drawn. */
import { Component, type ReactNode } from "react";

interface ErrorBoundaryProps {
  /** @param again draws what is below once more */
  readonly shows: (error: unknown, again: () => void) => ReactNode;
  readonly children: ReactNode;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly error: unknown }> {
  override readonly state: { readonly error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error === null
      ? this.props.children
      : this.props.shows(error, () => this.setState({ error: null }));
  }
}
