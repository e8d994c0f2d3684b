import { Component, type PropsWithChildren } from 'react'
import { reportError } from '../../platform/app/error-reporter.ts'
import { ErrorView } from './error-view.tsx'

interface CrashGuardState {
  readonly hasCrashed: boolean
}

/** A mistake in one page's content shows as one, instead of leaving the whole client blank. */
export class CrashGuard extends Component<PropsWithChildren, CrashGuardState> {
  override state: CrashGuardState = { hasCrashed: false }

  static getDerivedStateFromError(): CrashGuardState {
    return { hasCrashed: true }
  }

  override componentDidCatch(error: unknown): void {
    reportError(error)
  }

  private readonly retry = () => this.setState({ hasCrashed: false })

  override render() {
    if (!this.state.hasCrashed) return this.props.children
    return <ErrorView title="页面出错了" hint="请稍后再试，或返回上一页" onRetry={this.retry} />
  }
}
