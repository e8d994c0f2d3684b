import type { PropsWithChildren } from 'react'

export interface ScrollAreaProps extends PropsWithChildren {
  readonly className?: string
}
