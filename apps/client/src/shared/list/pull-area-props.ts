import type { PropsWithChildren } from 'react'

export interface PullAreaProps extends PropsWithChildren {
  readonly onRefresh: () => Promise<void>
  /** Called more than once while the end is near. */
  readonly onNearEnd: () => void
}
