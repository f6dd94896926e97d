import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ErrorScreen } from './ErrorScreen.tsx';

type State = { failure: { error: unknown; componentStack?: string | null | undefined } | null };

/** Shows the error screen in place of content that failed to render. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failure: null };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    this.setState({ failure: { error, componentStack } });
  }

  override render() {
    const { failure } = this.state;
    return failure ? <ErrorScreen {...failure} /> : this.props.children;
  }
}
