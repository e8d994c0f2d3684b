import { Component, type PropsWithChildren } from 'react'
import { Button } from './button.tsx'
import { alert } from './icons.ts'
import { StatusView } from './status-view.tsx'

interface CrashGuardState {
  readonly hasCrashed: boolean
}

/** A mistake in one page's content shows as one, instead of leaving the whole client blank. */
export class CrashGuard extends Component<PropsWithChildren, CrashGuardState> {
  override state: CrashGuardState = { hasCrashed: false }

  static getDerivedStateFromError(): CrashGuardState {
    return { hasCrashed: true }
  }

  private readonly retry = () => this.setState({ hasCrashed: false })

  override render() {
    if (!this.state.hasCrashed) return this.props.children
    return (
      <StatusView
        icon={alert}
        title="页面出错了"
        hint="请稍后再试，或返回上一页"
        isAlert
        actions={
          <Button size="medium" isNarrow onTap={this.retry}>
            重试
          </Button>
        }
      />
    )
  }
}
